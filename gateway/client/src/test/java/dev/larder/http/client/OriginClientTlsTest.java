package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.LoopbackOrigin.Peer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** RFC 9110 4.3.4 and RFC 9112 9.8: origins over TLS. */
@ParameterizedClass
@EnumSource(OriginTransport.class)
class OriginClientTlsTest {

    private static SelfSignedOrigin identity;
    private static SslContext trusting;

    private final LoopbackOrigin origin;
    private final OriginClientFixture client;

    @BeforeAll
    static void createKey(@TempDir Path folder) throws Exception {
        identity = SelfSignedOrigin.create(folder);
        trusting = SslContextBuilder.forClient()
                .trustManager(identity.certificate())
                .build();
    }

    OriginClientTlsTest(OriginTransport transport) throws GeneralSecurityException {
        client = new OriginClientFixture(transport, OriginClientFixture.POOL, () -> trusting);
        origin = new LoopbackOrigin(identity.sockets());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        origin.close();
    }

    private OriginAddress named(String host) {
        return new OriginAddress(true, host, origin.port());
    }

    @Test
    void sendsServerNameIndicationAndReusesConnection() throws IOException {
        ResponseRecorder first = client.get(named("origin.test"));
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(first.last()).isEqualTo("end ok");
        var session = (ExtendedSSLSession) ((SSLSocket) peer.socket()).getSession();
        assertThat(session.getRequestedServerNames()).containsExactly(new SNIHostName("origin.test"));

        ResponseRecorder second = client.get(named("origin.test"));
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain");

        assertThat(second.last()).isEqualTo("end again");
    }

    @Test
    void refusesACertificateOfAnotherName() throws Exception {
        ResponseRecorder response = client.get(named("other.test"));
        Peer peer = origin.accept();
        CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> {
            try {
                return peer.readHead();
            } catch (IOException refused) {
                return "nothing";
            }
        });
        assertThat(response.failure()).isInstanceOf(SSLException.class);
        assertThat(received.get()).isEqualTo("nothing");
        assertThat(response.rest()).isEmpty();
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void closeNotifyAlertEndsContentWithoutLength() throws IOException {
        ResponseRecorder response = client.get(named("origin.test"));
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\n\r\nabc");
        peer.close();
        assertThat(response.last()).isEqualTo("end abc");
    }

    @Test
    void connectionEndWithoutCloseNotifyIsNoEndOfContent() throws IOException {
        try (var plain = new LoopbackOrigin()) {
            ResponseRecorder response = client.get(new OriginAddress(true, "origin.test", plain.port()));
            Peer front = plain.accept();
            try (var relay = new TruncatingRelay(front.socket(), origin.port())) {
                Peer peer = origin.accept();
                relay.start();
                peer.answer("HTTP/1.1 200 OK\r\n\r\nabc");
                response.next();
                assertThat(response.next()).isEqualTo("head 200");
                client.await(() -> response.content().length == 3);
                relay.truncate();
                assertThat(response.failure()).hasMessage("The origin broke its response off.");
            }
        }
    }

    @Test
    void failsIfTheOriginDoesNotSpeakTls() throws IOException {
        try (var plain = new LoopbackOrigin()) {
            ResponseRecorder response = client.get(new OriginAddress(true, "origin.test", plain.port()));
            Peer peer = plain.accept();
            peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
            assertThat(response.failure()).isInstanceOf(IOException.class);
        }
    }
}
