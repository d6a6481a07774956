"""The table: joins the rules with the eye, remembers every act, and shows it all on a page."""
