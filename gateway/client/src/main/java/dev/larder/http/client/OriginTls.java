package dev.larder.http.client;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * TLS towards origins. The name of the origin is sent to it (RFC 6066 3). Its certificate must be valid for that name (RFC
 * 9110 4.3.4): contexts for clients verify it unless built with another endpoint identification algorithm than HTTPS.
 *
 * @param context the context for new connections
 * @param handshakeTimeout maximum duration of a handshake
 * @param closeTimeout maximum time to send the alert that closes a connection
 */
public record OriginTls(Supplier<SslContext> context, Duration handshakeTimeout, Duration closeTimeout) {}
