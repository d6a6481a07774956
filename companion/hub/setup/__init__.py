"""What a café's hub needs around it: packages, certificates, a broker and a database."""
