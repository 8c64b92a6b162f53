package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S: over TLS, where client and server agree on HTTP/1.1 although HTTP/2 is offered, requests are judged as ever. */
class TlsTest {

    private static final String PASSWORD = "of this test";

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static ScriptedOrigin origin;

    @SuppressWarnings("NullAway.Init")
    private static Gateway gateway;

    @SuppressWarnings("NullAway.Init")
    private static SSLContext trusting;

    @BeforeAll
    static void start() throws Exception {
        Path keys = folder.resolve("keys.p12");
        run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "larder",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keys.toString()));
        trusting = trusting(keys);
        origin = ScriptedOrigin.start();
        gateway = Gateway.inJvm()
                .origin(origin)
                .property("server.http2.enabled", true)
                .property("server.ssl.key-store", keys.toUri())
                .property("server.ssl.key-store-password", PASSWORD)
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        origin.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /acct#x HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "GET /acct HTTP/1.1\r\nHost: a.test\r\nX-A: b\r\n c\r\n\r\n",
                "POST /acct HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            })
    void whatIsAgreedToBeHttp11IsGuarded(String request) throws IOException {
        try (var socket = (SSLSocket)
                trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), gateway.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        }
        assertThat(origin.received()).isEmpty();
    }

    private static SSLContext trusting(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("larder", store.getCertificate("larder"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static void run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
