package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SelfSignedKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S, X11: over TLS, on whatever protocol client and server agree, requests and frames are judged as ever; so are answers. */
class TlsTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux";
    private static final int FLOOD = 5_000;
    private static final byte APPLICATION_DATA = 23;

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static ScriptedOrigin origin;

    @SuppressWarnings("NullAway.Init")
    private static GatewayFixture gateway;

    @SuppressWarnings("NullAway.Init")
    private static SSLContext trusting;

    @SuppressWarnings("NullAway.Init")
    private static SSLServerSocket offering;

    @BeforeAll
    static void start() throws Exception {
        SelfSignedKey key = SelfSignedKey.made(folder.resolve("keys.p12"));
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, key.trustManagers().getTrustManagers(), null);
        offering = offering(key, "h2", "http/1.1");
        origin = ScriptedOrigin.start();
        gateway = GatewayFixture.inJvm()
                .origin(origin)
                .property("server.http2.enabled", true)
                .property("larder.limits.request-header-timeout", "3s")
                .property("server.ssl.key-store", key.file().toUri())
                .property("server.ssl.key-store-password", SelfSignedKey.PASSWORD)
                .property(GATEWAY + ".httpclient.ssl.use-insecure-trust-manager", true)
                .property(GATEWAY + ".routes[0].id", "offering")
                .property(GATEWAY + ".routes[0].uri", "https://localhost:" + offering.getLocalPort())
                .property(GATEWAY + ".routes[0].predicates[0]", "Path=/offering")
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        origin.close();
        offering.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /acct#x HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "GET /acct HTTP/1.1\r\nHost: a.test\r\nX-A: b\r\n c\r\n\r\n",
                "POST /acct HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            })
    @Tag("hardening-S")
    void rejectsMalformedHttp11RequestOverTls(String request) throws IOException {
        assertThat(answer(request)).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        assertThat(origin.received()).isEmpty();
    }

    @Test
    @Tag("hardening-S")
    @Tag("hardening-X11")
    void rejectsMalformedRequestAndFloodOfHttp2OverTls() throws IOException {
        try (RawHttp2 client = RawHttp2.over(connect("h2"))) {
            assertThat(client.request(1, RawHttp2.asked("GET", "/acct#x")).status())
                    .isEqualTo(400);
            for (int i = 0; i < FLOOD; i++) {
                client.frame(RawHttp2.SETTINGS, 0, 0, new byte[0]);
            }
            assertThat(client.await(RawHttp2.GOAWAY)).isPresent();
        }
        assertThat(origin.received()).isEmpty();
    }

    /** X2: a record of TLS that is not whole, and of which nothing can be read, is no reason to wait. */
    @ParameterizedTest
    @ValueSource(strings = {"", "GET /acct HTTP/1.1\r\nHo"})
    @Tag("hardening-X6")
    void disconnectsClientThatSendsIncompleteHeadOverTls(String beginning) throws IOException {
        try (var plain = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                SSLSocket socket = over(plain)) {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            plain.getOutputStream().write(new byte[] {APPLICATION_DATA, 3, 3});
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).matches("(?s)|HTTP/1.1 408 .*");
        }
    }

    /** RFC 9112 9.6: a client that is still sending receives the whole response, the end of TLS, and an end that is no reset. */
    @Test
    @Tag("hardening-S")
    void clientStillSendingReceivesWholeErrorResponse() throws IOException {
        String head = "POST /acct#x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 500000\r\n\r\n";
        try (var plain = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                SSLSocket socket = over(plain)) {
            socket.getOutputStream().write((head + "x".repeat(500_000)).getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 400 ").endsWith("}");
            assertThat(plain.getInputStream().read()).isNegative();
        }
        assertThat(origin.received()).isEmpty();
    }

    /** F1: of what an origin may do by HTTP/2 nothing can happen, also where clients are answered by it. */
    @Test
    @Tag("hardening-F1")
    void contactsOriginByHttp11EvenIfItOffersHttp2() throws IOException {
        CompletableFuture<String> asked = ConcurrentClients.one(TlsTest::firstLine);
        assertThat(answer("GET /offering HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(ConcurrentClients.join(asked)).isEqualTo("GET /offering HTTP/1.1");
    }

    private static String firstLine() {
        try (var socket = (SSLSocket) offering.accept()) {
            socket.setSoTimeout(20_000);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            List<String> head = in.lines().takeWhile(line -> !line.isEmpty()).toList();
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return head.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String answer(String request) throws IOException {
        try (SSLSocket socket = connect("http/1.1")) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** TLS over a connection that does not end with it. */
    private static SSLSocket over(Socket plain) throws IOException {
        plain.setSoTimeout(20_000);
        var socket = (SSLSocket) trusting.getSocketFactory().createSocket(plain, "localhost", gateway.port(), false);
        socket.startHandshake();
        return socket;
    }

    private static SSLSocket connect(String protocol) throws IOException {
        var socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), gateway.port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static SSLServerSocket offering(SelfSignedKey key, String... protocols) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(key.keyManagers().getKeyManagers(), null, null);
        var socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }
}
