package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.rpc.wall.Origin;
import dev.larder.rpc.wall.SpecialAddresses.Block;
import io.grpc.TlsServerCredentials.ClientAuth;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The cache as a remote procedure call.
 *
 * @param enabled whether there is a server of procedures
 * @param address on which it listens
 * @param port on which it listens; 0 for a free one
 * @param ssl TLS; without a bundle there is none
 * @param purge who may purge by a procedure
 * @param publicOrigins by which clients ask for the gateway's routes, beside localhost and the server's own address and port
 * @param allowedOrigins further origins of which documents are fetched
 * @param allowedAddresses addresses, alone or with a prefix length, to which names of allowed origins may lead although they are not public
 * @param maxConcurrency documents of one call that are fetched at once
 * @param maxRequests documents that one call may ask for
 * @param maxDocuments documents of all calls that are fetched at once
 * @param maxConnections of clients; one more is closed
 * @param stallTimeout how long a client may make no room for what waits for it; then its call ends
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
        @DefaultValue List<String> allowedAddresses,
        @DefaultValue("16") int maxConcurrency,
        @DefaultValue("1000") int maxRequests,
        @DefaultValue("1024") int maxDocuments,
        @DefaultValue("256") int maxConnections,
        @DefaultValue("60s") Duration stallTimeout) {

    private static final int MAX_PORT = 65_535;
    private static final String ORIGIN = "http://catalogue.example.com:8080";

    public RpcProperties {
        Require.that(port >= 0 && port <= MAX_PORT, "larder.rpc.port", port, "it is no port", "9191");
        Require.that(
                ssl.bundle() != null || ssl.clientAuth() == ClientAuth.NONE,
                "larder.rpc.ssl.client-auth",
                ssl.clientAuth().name().toLowerCase(Locale.ROOT),
                "without TLS nobody shows a certificate",
                "none, or larder.rpc.ssl.bundle=<name of an SSL bundle> beside it");
        atLeastOne(maxConcurrency, "larder.rpc.max-concurrency", "a call fetches at least one document at once", "16");
        atLeastOne(maxRequests, "larder.rpc.max-requests", "a call asks for at least one document", "1000");
        atLeastOne(maxDocuments, "larder.rpc.max-documents", "at least one document is fetched at once", "1024");
        atLeastOne(maxConnections, "larder.rpc.max-connections", "calls need at least one connection", "256");
        Require.positive(stallTimeout, "larder.rpc.stall-timeout", "60s");
        String noOrigin = "it is no scheme (http or https), host and port alone";
        check(publicOrigins, Origin::of, "larder.rpc.public-origins", noOrigin, ORIGIN);
        check(allowedOrigins, Origin::of, "larder.rpc.allowed-origins", noOrigin, ORIGIN);
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
     * @param bundle name of an SSL bundle (spring.ssl.bundle) with its key
     * @param clientAuth whether clients present a certificate, by the bundle's trust store
     */
    public record Ssl(
            @Nullable String bundle, @DefaultValue("none") ClientAuth clientAuth) {}

    /**
     * Purging by a procedure, which needs a right that each client proves.
     *
     * @param enabled whether the procedure purges, where the actuator endpoint larder does
     */
    public record Purge(@DefaultValue("false") boolean enabled) {}

    private static void atLeastOne(int bound, String property, String why, String instead) {
        Require.that(bound > 0, property, bound, why, instead);
    }

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
