package dev.larder.compare.peer;

import java.nio.file.Path;
import java.util.Optional;

/**
 * nginx as somebody would set it up who knows it: one worker, no logs, open files remembered, connections kept.
 *
 * @param port where it listens
 * @param certificate if its clients use TLS
 */
record NginxConfiguration(int port, Optional<ServerCertificate> certificate) {

    /** nginx reads no longer parameter. */
    static final int LONGEST_RETURN = 4000;

    /** A cache in front of the origin. */
    String cache(Path directory, Path cache, int origin) {
        return around(
                directory,
                "proxy_cache_path %s levels=1:2 keys_zone=stored:16m max_size=4g inactive=1h use_temp_path=off;%n"
                                .formatted(cache)
                        + forwarding(origin, """
                                proxy_cache stored;
                                add_header X-Cache $upstream_cache_status;
                                """));
    }

    /** A proxy in front of the origin that stores nothing. */
    String proxy(Path directory, int origin) {
        return around(directory, forwarding(origin, ""));
    }

    private String forwarding(int origin, String more) {
        return """
                upstream origin {
                  server 127.0.0.1:%d;
                  keepalive 64;
                  keepalive_requests 1000000000;
                }
                server {
                  %s
                  location / {
                    proxy_pass http://origin;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                %s
                  }
                }
                """.formatted(origin, listen(), more.indent(4));
    }

    /** The answer stands in the configuration. */
    String canned(Path directory, String body) {
        return around(directory, """
                server {
                  %s
                  location / {
                    default_type application/json;
                    return 200 '%s';
                  }
                }
                """.formatted(listen(), body));
    }

    private String listen() {
        return "listen 127.0.0.1:%d%s backlog=1024;%n%s"
                .formatted(
                        port,
                        certificate.isPresent() ? " ssl" : "",
                        certificate.map(ServerCertificate::nginxDirectives).orElse(""));
    }

    private static String around(Path directory, String servers) {
        return """
                %sdaemon off;
                worker_processes 1;
                pid %s/nginx.pid;
                error_log stderr error;
                events {
                  worker_connections 4096;
                }
                http {
                  access_log off;
                  sendfile on;
                  tcp_nopush on;
                  tcp_nodelay on;
                  server_tokens off;
                  keepalive_requests 1000000000;
                  keepalive_timeout 1h;
                  open_file_cache max=10000 inactive=1h;
                  open_file_cache_valid 1h;
                  open_file_cache_min_uses 1;
                  client_body_temp_path %s/body;
                  proxy_temp_path %s/proxy;
                  fastcgi_temp_path %s/fastcgi;
                  uwsgi_temp_path %s/uwsgi;
                  scgi_temp_path %s/scgi;
                %s
                }
                """.formatted(
                        user(), directory, directory, directory, directory, directory, directory, servers.indent(2));
    }

    /** The worker of root would lose the rights to the directory, which nobody else may read. */
    private static String user() {
        return System.getProperty("user.name").equals("root") ? "user root;\n" : "";
    }
}
