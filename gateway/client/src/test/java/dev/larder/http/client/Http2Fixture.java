package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;

/** An origin by TLS, and a client that offers HTTP/2 to it. */
final class Http2Fixture implements AutoCloseable {

    private static final SelfSignedOrigin IDENTITY = createIdentity();
    private static final SslContext TRUSTING = createContext();

    final LoopbackOrigin origin;
    final OriginClientFixture client;

    Http2Fixture() {
        this(OriginTransport.NIO, OriginClientFixture.POOL);
    }

    Http2Fixture(OriginTransport transport, OriginClientSettings.Pool pool) {
        client = new OriginClientFixture(transport, pool, () -> TRUSTING);
        try {
            origin = new LoopbackOrigin(IDENTITY.sockets());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static SelfSignedOrigin createIdentity() {
        try {
            Path folder = Files.createTempDirectory("larder-http2");
            SelfSignedOrigin created = SelfSignedOrigin.create(folder);
            Files.delete(folder.resolve("origin.p12"));
            Files.delete(folder);
            return created;
        } catch (IOException | InterruptedException | GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static SslContext createContext() {
        try {
            return SslContextBuilder.forClient()
                    .trustManager(IDENTITY.certificate())
                    .applicationProtocolConfig(negotiate("h2", "http/1.1"))
                    .build();
        } catch (IOException | GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ApplicationProtocolConfig negotiate(String... protocols) {
        return new ApplicationProtocolConfig(
                Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, protocols);
    }

    /** Returns the context of a client that offers HTTP/2. */
    static SslContext clientContext() {
        return TRUSTING;
    }

    /** Returns the context of an origin that selects HTTP/2. */
    static SslContext originContext() {
        try {
            return SslContextBuilder.forServer(IDENTITY.keyManagers())
                    .applicationProtocolConfig(negotiate("h2"))
                    .build();
        } catch (IOException | GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    OriginAddress address() {
        return new OriginAddress(true, "origin.test", origin.port());
    }

    OriginRequest request(String method, long content, HeaderFields fields) {
        return new OriginRequest(address(), method, "/path?a=b", fields, content, !method.equals("POST"));
    }

    ResponseRecorder get() {
        return client.get(address());
    }

    ResponseRecorder ask(String method) {
        return client.ask(request(method, 0, HeaderFields.EMPTY));
    }

    ResponseRecorder post(long content) {
        return client.ask(request("POST", content, HeaderFields.EMPTY));
    }

    /** Returns a connection on which a response has arrived. */
    Http2Peer used(int... settings) throws IOException {
        ResponseRecorder first = get();
        Http2Peer peer = Http2Peer.accept(origin, settings);
        peer.answer(peer.readRequest(), "first");
        assertThat(first.last()).isEqualTo("end first");
        return peer;
    }

    void send(ResponseRecorder request, String content) {
        request.on(() -> request.call()
                .send(client.allocator().buffer().writeBytes(content.getBytes(StandardCharsets.ISO_8859_1))));
    }

    void end(ResponseRecorder request, HeaderFields trailers) {
        request.on(() -> request.call().sendLast(trailers));
    }

    void await(int open, int idle) {
        client.await(() -> client.client().openConnections() == open
                && client.client().idleConnections() == idle
                && client.client().waitingRequests() == 0);
    }

    void advance(Duration time) {
        client.advance(time);
    }

    @Override
    public void close() throws IOException {
        client.close();
        origin.close();
    }
}
