package dev.larder.gateway.autoconfigure;

import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.SSLEngine;

/**
 * A TLS context for HTTP/2 that offers the cipher suites for HTTP/1.1 too, after its own. RFC 9113 9.2.2: "clients might advertise
 * support for cipher suites that are prohibited in order to allow for connection to servers that do not support HTTP/2."
 */
final class FallbackCipherSslContext extends DelegatingSslContext {

    private final String[] suites;

    FallbackCipherSslContext(SslContext http2, SslContext http1) {
        super(http2);
        Set<String> all = new LinkedHashSet<>(http2.cipherSuites());
        all.addAll(http1.cipherSuites());
        suites = all.toArray(String[]::new);
    }

    @Override
    protected void initEngine(SSLEngine engine) {
        engine.setEnabledCipherSuites(suites);
    }
}
