package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.rpc.policy.SpecialAddresses.Block;
import dev.larder.rpc.policy.WebOrigin;
import io.grpc.TlsServerCredentials.ClientAuth;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The cache as a gRPC service.
 *
 * @param enabled Whether the gateway serves gRPC calls.
 * @param address Address on which the service listens.
 * @param port Port on which the service listens; 0 takes a free one.
 * @param ssl TLS; without a bundle there is none
 * @param purge who may purge by a procedure
 * @param publicOrigins Origins under which clients request the routes of the gateway, beside localhost and its own address.
 * @param allowedOrigins Other origins from which the service fetches documents.
 * @param allowedAddresses Addresses or prefixes outside the public ones to which host names of allowed origins may resolve.
 */
@ConfigurationProperties("larder.rpc")
public record RpcProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("127.0.0.1") String address,
        @DefaultValue("9191") int port,
        @DefaultValue Ssl ssl,
        @DefaultValue Purge purge,
        @DefaultValue List<String> publicOrigins,
        @DefaultValue List<String> allowedOrigins,
        @DefaultValue List<String> allowedAddresses) {

    private static final int MAX_PORT = 65_535;
    private static final String ORIGIN = "http://catalogue.example.com:8080";

    public RpcProperties {
        PropertyChecks.that(port >= 0 && port <= MAX_PORT, "larder.rpc.port", port, "it is no port", "9191");
        PropertyChecks.that(
                ssl.bundle() != null || ssl.clientAuth() == ClientAuth.NONE,
                "larder.rpc.ssl.client-auth",
                ssl.clientAuth().name().toLowerCase(Locale.ROOT),
                "without TLS no client shows a certificate",
                "none, or larder.rpc.ssl.bundle=<name of an SSL bundle> beside it");
        String noOrigin = "it is no scheme (http or https), host and port alone";
        check(publicOrigins, WebOrigin::of, "larder.rpc.public-origins", noOrigin, ORIGIN);
        check(allowedOrigins, WebOrigin::of, "larder.rpc.allowed-origins", noOrigin, ORIGIN);
        check(
                allowedAddresses,
                Block::of,
                "larder.rpc.allowed-addresses",
                "it is neither an IP address nor one with a prefix length",
                "10.1.0.0/16");
    }

    /**
     * TLS of the server of procedures.
     *
     * @param bundle Name of the SSL bundle (spring.ssl.bundle) with the key of the service.
     * @param clientAuth Whether clients must present a certificate that the trust store of the bundle accepts.
     */
    public record Ssl(
            @Nullable String bundle, @DefaultValue("none") ClientAuth clientAuth) {}

    /**
     * Purging by a procedure, which needs a right that each client proves.
     *
     * @param enabled Whether the gRPC service accepts purges, if the actuator endpoint larder does.
     */
    public record Purge(@DefaultValue("false") boolean enabled) {}

    private static void check(
            List<String> values, Consumer<String> reader, String property, String why, String instead) {
        for (String value : values) {
            try {
                reader.accept(value);
            } catch (IllegalArgumentException malformed) {
                throw new InvalidPropertyException(property, value, why, instead);
            }
        }
    }
}
