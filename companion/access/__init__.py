"""Who may do what at a table, on a home network that is not to be trusted.

A device that tells the code is let in and gets a signed cookie; the table keeps a list of the
devices, so that each can be shown out again. ``devices`` holds the rules about devices, roles and
seats (pure), ``store`` keeps code and devices across a restart, ``tokens`` signs cookies,
``rate_limit`` counts wrong codes, ``control`` joins them for one table, ``rights`` says what each
right lets somebody do, ``device_stream`` ends the stream of who was shown out.
"""
