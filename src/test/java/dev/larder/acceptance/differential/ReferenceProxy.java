package dev.larder.acceptance.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Debian's nginx or Varnish, in front of a witness, in a process that ends with it. */
final class ReferenceProxy implements AutoCloseable {

    private static final String NGINX = """
            daemon off;
            worker_processes 1;
            pid @FOLDER@/nginx.pid;
            error_log stderr crit;
            events { worker_connections 8192; }
            http {
              access_log off;
              client_body_temp_path @FOLDER@/body;
              proxy_temp_path @FOLDER@/proxy;
              fastcgi_temp_path @FOLDER@/fastcgi;
              uwsgi_temp_path @FOLDER@/uwsgi;
              scgi_temp_path @FOLDER@/scgi;
              upstream origin { server 127.0.0.1:@ORIGIN@; keepalive 256; keepalive_requests 1000000000; }
              server {
                listen 127.0.0.1:@PORT@ backlog=1024;
                location / {
                  proxy_pass http://origin;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $http_host;
                }
              }
            }
            """;
    private static final Duration START = Duration.ofSeconds(30);

    private final Process process;
    private final int port;

    private ReferenceProxy(List<String> command, Path output, int port) {
        this.port = port;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            awaitPort(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program of the system; empty where it is not installed. */
    static Optional<Path> program(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Forwards everything, and refuses what its defaults refuse. */
    static ReferenceProxy nginx(int port, StrictOrigin origin, Path folder) {
        String user = System.getProperty("user.name").equals("root") ? "user root;\n" : "";
        String text = NGINX.replace("@FOLDER@", folder.toString())
                .replace("@PORT@", Integer.toString(port))
                .replace("@ORIGIN@", Integer.toString(origin.port()));
        Path configuration = write(folder.resolve("nginx.conf"), user + text);
        return new ReferenceProxy(
                List.of(
                        program("nginx").orElseThrow().toString(),
                        "-e",
                        "stderr",
                        "-p",
                        folder.toString(),
                        "-c",
                        configuration.toString()),
                folder.resolve("nginx.log"),
                port);
    }

    /**
     * Forwards everything, stores nothing, and refuses what its own rules refuse. Requests of methods that it does not know
     * are not piped, as by those rules: whatever follows would be forwarded unread.
     */
    static ReferenceProxy varnish(int port, StrictOrigin origin, Path folder) {
        Path rules = write(folder.resolve("varnish.vcl"), """
                vcl 4.1;
                backend default { .host = "127.0.0.1"; .port = "@ORIGIN@"; }
                sub vcl_req_method {
                  if (req.method !~ "^(PRI|GET|HEAD|PUT|POST|TRACE|OPTIONS|DELETE|PATCH)$") {
                    return (pass);
                  }
                }
                sub vcl_backend_response {
                  set beresp.ttl = 0s;
                  set beresp.uncacheable = true;
                  return (deliver);
                }
                """.replace("@ORIGIN@", Integer.toString(origin.port())));
        List<String> command = new ArrayList<>(
                List.of(program("varnishd").orElseThrow().toString(), "-F", "-j", "none", "-T", "none", "-n"));
        command.addAll(
                List.of(folder.resolve("varnish").toString(), "-a", "127.0.0.1:" + port, "-f", rules.toString()));
        command.addAll(List.of("-s", "malloc,64m", "-p", "thread_pools=1", "-p", "thread_pool_min=200"));
        return new ReferenceProxy(command, folder.resolve("varnish.log"), port);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitPort(Path output) throws IOException {
        long tries = START.toMillis() / 100;
        for (long i = 0; i < tries; i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException e) {
                pause();
            }
        }
        process.destroyForcibly();
        throw new AssertionError("it does not listen: " + Files.readString(output));
    }

    private void pause() throws IOException {
        try {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
