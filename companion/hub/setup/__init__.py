"""A café's hub: programs, certificates, a broker and a database."""
