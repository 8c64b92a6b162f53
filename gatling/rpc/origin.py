"""Fifty documents, each of the size it has in the study's traces, after a delay."""
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SIZES = [
    326357, 383467, 96172, 41899, 30193, 92864, 32385, 21391, 109850, 102841,
    155442, 36083, 90451, 84357, 19964, 154131, 124029, 110253, 77875, 308760,
    109793, 223372, 62443, 111942, 250660, 180558, 102338, 30493, 140475, 97190,
    184985, 111725, 267199, 85477, 110142, 175315, 30353, 60228, 54586, 82018,
    172781, 167199, 67961, 19086, 236194, 59896, 184521, 24399, 58080, 316280,
]


def start(delay):
    """An origin on a free port of the loopback, that waits so many seconds before each answer."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_GET(self):
            size = SIZES[int(self.path.rsplit("/", 1)[1])]
            time.sleep(delay)
            self.send_response(200)
            self.send_header("Content-Length", str(size))
            self.send_header("Cache-Control", "max-age=86400")
            self.end_headers()
            self.wfile.write(bytes(size))

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
