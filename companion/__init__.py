"""The table: joins the rules with the eye, logs every act, and shows everything on a page."""
