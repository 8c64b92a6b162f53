package dev.larder.warmup;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * A client of the gateway itself: its requests come in by the gateway's port, as those of any client do, so that no filter, limit
 * or rule is passed by. It has no credentials.
 */
public final class WarmUpClient implements SitemapSource.DocumentReader {

    /** Name by which logs and origins recognize the requests. */
    public static final String USER_AGENT = "Larder-Warm-Up";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CACHE_STATUS = "Cache-Status";
    private static final int OK = 200;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MAX_REDIRECTS = 5;
    private static final Set<String> CODINGS = Set.of("", "identity", "gzip", "x-gzip");
    private static final int MAX_DIGITS = 6;

    private final HttpClient client;
    private final ConnectionProvider connections;
    private final Map<String, String> fields;
    private final String host;

    /**
     * Where the gateway listens.
     *
     * @param address address and port
     * @param tls whether connections begin with TLS; any certificate is accepted, as the gateway talks to itself
     */
    public record GatewayAddress(InetSocketAddress address, boolean tls) {}

    /**
     * Creates a client.
     *
     * @param fields fields of every request
     * @param host authority of targets that name none; empty if there is no usual one
     */
    public WarmUpClient(GatewayAddress gateway, int maxConnections, Map<String, String> fields, String host) {
        this.connections = ConnectionProvider.create("larder-warm-up", maxConnections);
        this.fields = Map.copyOf(fields);
        this.host = host;
        HttpClient plain = HttpClient.create(connections)
                .remoteAddress(gateway::address)
                .disableRetry(true)
                .responseTimeout(TIMEOUT);
        this.client = gateway.tls() ? plain.secure(spec -> spec.sslContext(trustingItself())) : plain;
    }

    private static SslContext trustingItself() {
        try {
            return SslContextBuilder.forClient()
                    .trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .endpointIdentificationAlgorithm(null)
                    .build();
        } catch (SSLException impossible) {
            throw new IllegalStateException("TLS is not available.", impossible);
        }
    }

    /** Requests a target and reads the whole response; never fails. */
    Mono<WarmUpAnswer> get(WarmUpTarget target) {
        return receiver(target, headers -> {})
                .response((response, content) -> content.then(Mono.fromSupplier(() -> answer(response))))
                .single()
                .timeout(TIMEOUT)
                .onErrorReturn(WarmUpAnswer.NONE);
    }

    /** Returns the target with the authority that clients name; still without one if that is not known. */
    WarmUpTarget complete(WarmUpTarget target) {
        return target.orAt(host);
    }

    private HttpClient.ResponseReceiver<?> receiver(WarmUpTarget target, Consumer<HttpHeaders> own) {
        WarmUpTarget complete = complete(target);
        return client.headers(headers -> {
                    set(headers, complete.authority());
                    own.accept(headers);
                })
                .get()
                .uri(complete.pathAndQuery());
    }

    private void set(HttpHeaders headers, String authority) {
        headers.set(HttpHeaderNames.USER_AGENT, USER_AGENT);
        fields.forEach(headers::set);
        headers.set(HttpHeaderNames.HOST, authority);
    }

    private static WarmUpAnswer answer(HttpClientResponse response) {
        HttpHeaders fields = response.responseHeaders();
        int status = response.status().code();
        return new WarmUpAnswer(
                WarmUpOutcome.of(status, String.join(", ", fields.getAll(CACHE_STATUS))),
                pause(fields.get(HttpHeaderNames.RETRY_AFTER)));
    }

    /** A date is a second from now: the next failure says it again. */
    private static Duration pause(@Nullable String retryAfter) {
        boolean seconds = retryAfter != null && retryAfter.length() <= MAX_DIGITS && retryAfter.matches("\\d+");
        return Duration.ofSeconds(seconds ? Long.parseLong(retryAfter) : 1);
    }

    @Override
    public InputStream open(WarmUpTarget target) {
        return new ResponseInputStream(document(target, MAX_REDIRECTS)
                .takeUntilOther(Mono.delay(TIMEOUT)
                        .then(Mono.error(() -> new IOException("The response takes longer than " + TIMEOUT + '.')))));
    }

    /** Follows redirects; wherever they lead, the gateway is asked for it. */
    private Flux<byte[]> document(WarmUpTarget target, int redirects) {
        var further = new AtomicReference<@Nullable WarmUpTarget>();
        return receiver(target, headers -> headers.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.GZIP))
                .response((response, content) -> {
                    Optional<WarmUpTarget> next =
                            redirects == 0 ? Optional.empty() : location(complete(target), response);
                    if (next.isPresent()) {
                        further.set(next.get());
                        return content.then(Mono.<byte[]>empty());
                    }
                    return refusal(response)
                            .<Flux<byte[]>>map(why -> Flux.error(new IOException(why)))
                            .orElseGet(content::asByteArray);
                })
                .concatWith(Flux.defer(() -> {
                    WarmUpTarget next = further.get();
                    return next == null ? Flux.empty() : document(next, redirects - 1);
                }));
    }

    private static Optional<String> refusal(HttpClientResponse response) {
        if (response.status().code() != OK) {
            return Optional.of("The response is " + response.status().code() + ", not 200.");
        }
        String coding = response.responseHeaders().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
        return CODINGS.contains(coding.strip().toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of("The response has the content coding " + coding + ", not gzip.");
    }

    /** Returns where a redirect leads (RFC 9110 15.4); empty if the response is none. */
    private static Optional<WarmUpTarget> location(WarmUpTarget from, HttpClientResponse response) {
        String location = response.responseHeaders().get(HttpHeaderNames.LOCATION);
        if (location == null || !REDIRECTS.contains(response.status().code())) {
            return Optional.empty();
        }
        Optional<WarmUpTarget> absolute = WarmUpTarget.parse(location);
        if (absolute.isPresent() && !location.startsWith("//")) {
            return absolute.map(target -> target.orAt(from.authority()));
        }
        try {
            return WarmUpTarget.parse(URI.create("http://" + from.authority() + from.pathAndQuery())
                    .resolve(location)
                    .toString());
        } catch (IllegalArgumentException noReference) {
            return Optional.empty();
        }
    }

    /** Closes its connections. */
    void close() {
        connections.dispose();
    }
}
