package dev.larder.rpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.springframework.http.server.reactive.SslInfo;

/**
 * The caller of a procedure.
 *
 * @param address the remote address; empty if it is no internet address
 * @param ssl session and certificates of a TLS client
 * @param authorization of the call itself, not of the requests in it
 */
record RpcCaller(Optional<InetSocketAddress> address, Optional<SslInfo> ssl, Optional<String> authorization) {

    private static final Context.Key<RpcCaller> KEY = Context.key("larder-peer");
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** Returns the caller of the current call. */
    static RpcCaller current() {
        return Optional.ofNullable(KEY.get()).orElseThrow();
    }

    /** Returns an interceptor that records the caller. */
    static ServerInterceptor interceptor() {
        return new ServerInterceptor() {
            @Override
            public <Q, R> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, R> call, Metadata fields, ServerCallHandler<Q, R> next) {
                return Contexts.interceptCall(
                        Context.current().withValue(KEY, RpcCaller.of(call, fields)), call, fields, next);
            }
        };
    }

    private static RpcCaller of(ServerCall<?, ?> call, Metadata fields) {
        return new RpcCaller(
                Optional.ofNullable(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR))
                        .filter(InetSocketAddress.class::isInstance)
                        .map(InetSocketAddress.class::cast),
                Optional.ofNullable(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION))
                        .map(RpcCaller::ssl),
                Optional.ofNullable(fields.get(AUTHORIZATION)));
    }

    private static SslInfo ssl(SSLSession session) {
        return SslInfo.from(HexFormat.of().formatHex(session.getId()), certificates(session));
    }

    private static X509Certificate[] certificates(SSLSession session) {
        try {
            Certificate[] presented = session.getPeerCertificates();
            return Arrays.stream(presented)
                    .filter(X509Certificate.class::isInstance)
                    .toArray(X509Certificate[]::new);
        } catch (SSLPeerUnverifiedException anonymous) {
            return new X509Certificate[0];
        }
    }
}
