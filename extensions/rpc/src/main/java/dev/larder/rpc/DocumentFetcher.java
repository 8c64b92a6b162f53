package dev.larder.rpc;

import dev.larder.gateway.message.LarderClock;
import dev.larder.rpc.RpcHttpRequest.Target;
import dev.larder.rpc.policy.FetchDenial;
import dev.larder.rpc.policy.RequestFieldPolicy;
import dev.larder.rpc.policy.UrlPolicy;
import dev.larder.rpc.policy.UrlVerdict;
import dev.larder.rpc.policy.WebOrigin;
import io.grpc.Status;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Fetches documents as for HTTP clients: through the gateway's filters and routes, in the process, without a connection. */
public final class DocumentFetcher {

    private static final Logger log = LoggerFactory.getLogger(DocumentFetcher.class);

    private final Supplier<UrlPolicy> policy;
    private final InProcessHttpHandler handler;
    private final DocumentMetrics metrics;
    private final LarderClock clock;

    /**
     * Creates a fetcher that admits the URLs of this policy.
     *
     * @param policy obtained on the first fetch, when the port of the gateway is known
     * @param handler of the gateway, in front of {@link RouteOnlyWebHandler}
     */
    public DocumentFetcher(
            Supplier<UrlPolicy> policy, InProcessHttpHandler handler, DocumentMetrics metrics, LarderClock clock) {
        this.policy = policy;
        this.handler = handler;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Fetches a document; completes with the final status for any request. */
    Mono<Status> fetch(DocumentRequest ask, DocumentReceiver receiver) {
        return Mono.defer(() -> unlessDenied(ask, receiver)).onErrorResume(error -> {
            log.warn("A document could not be fetched", error);
            return Mono.just(FetchDenial.FAILED.status());
        });
    }

    private Mono<Status> unlessDenied(DocumentRequest ask, DocumentReceiver receiver) {
        Optional<FetchDenial> field = RequestFieldPolicy.of(ask.fields());
        if (field.isPresent()) {
            return Mono.just(field.get().status());
        }
        UrlVerdict verdict = policy.get().of(ask.url());
        if (verdict instanceof UrlVerdict.Denied denied) {
            return Mono.just(denied.why().status());
        }
        return verdict instanceof UrlVerdict.Listed allowed
                ? fetch(ask, receiver, new Target(allowed.uri(), ""), Optional.of(allowed.origin()))
                : byRoute(ask, receiver, ((UrlVerdict.ByRoute) verdict).uri());
    }

    private Mono<Status> byRoute(DocumentRequest ask, DocumentReceiver receiver, URI uri) {
        return handler.matches(uri)
                ? fetch(ask, receiver, new Target(uri, handler.basePath()), Optional.empty())
                : Mono.just(FetchDenial.NO_ROUTE.status());
    }

    private Mono<Status> fetch(
            DocumentRequest ask, DocumentReceiver receiver, Target target, Optional<WebOrigin> listed) {
        var fetching = new DocumentFetch(receiver, ask.maxBytes(), listed, metrics, clock);
        var request = new RpcHttpRequest(
                HttpMethod.GET,
                target,
                ask.headers(target.uri().getRawAuthority()),
                ask.peer(),
                fetching,
                Flux.empty());
        fetching.asks(request.getHeaders());
        return fetching.by(client -> handler.handler().handle(request, new RpcHttpResponse(client)));
    }
}
