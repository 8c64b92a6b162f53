package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that starts peers: what is wrong it says in one line, what it starts tells of its hits and leaves nothing behind. */
class PeersIT {

    private static final String START = Path.of("peers", "start").toString();

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @CsvSource({
        "apache, usage: start nginx",
        "nginx --port x, --port x is wrong",
        "nginx --port 65536, --port 65536 is wrong",
        "nginx --origin https://127.0.0.1:1, --origin https://127.0.0.1:1 is wrong",
        "nginx --origin, --origin has no value",
        "nginx --speed 9, --speed is no option",
    })
    void invalidArgumentsAreReportedInOneLine(String arguments, String message) throws Exception {
        var process = start(arguments.split(" "));

        try (var output = process.inputReader()) {
            assertThat(output.lines()).singleElement().asString().startsWith(message);
        }
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(temporary).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "varnish", "squid"})
    void peerReportsHitsAndStopsWithoutLeavingFiles(String peer) throws Exception {
        var program = peer.equals("varnish") ? "varnishd" : peer;
        assumeTrue(Files.exists(Path.of("/usr/sbin", program)), program + " is not installed");
        var origin = origin();
        int port = freePort();
        var process = start(
                peer, "--origin", "http://127.0.0.1:" + origin.getAddress().getPort(), "--port", "" + port);
        try (var output = process.inputReader()) {
            assertThat(output.readLine()).startsWith(peer + ": http://127.0.0.1:" + port);

            assertThat(outcomes(port)).containsExactly(peer.equals("squid") ? "miss" : "uri-miss", "hit");
        } finally {
            process.destroy();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            origin.stop(0);
        }
        assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> outcomes(port));
        assertThat(temporary).isEmptyDirectory();
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(START));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("TMPDIR", temporary.toString()));
        return builder.start();
    }

    private static List<String> outcomes(int port) throws IOException, InterruptedException {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/a"))
                .build();
        var outcomes = new ArrayList<String>();
        for (int i = 0; i < 2; i++) {
            var response = client.send(request, BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("fresh");
            outcomes.add(HitCounter.outcome(
                    response.headers().firstValue("Cache-Status").orElse("")));
        }
        return outcomes;
    }

    private static HttpServer origin() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
            exchange.sendResponseHeaders(200, 5);
            try (var body = exchange.getResponseBody()) {
                body.write("fresh".getBytes(StandardCharsets.US_ASCII));
            }
        });
        server.start();
        return server;
    }

    /** A port that nobody listens on, below those that systems give to outgoing connections: one of those would be taken soon. */
    private static int freePort() throws IOException {
        IOException taken = new IOException("There are no ports.");
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                taken = e;
            }
        }
        throw taken;
    }
}
