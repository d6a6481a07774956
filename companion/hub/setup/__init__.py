"""What a café's hub needs: programs, certificates, a broker and a database."""
