package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.observe.Printable;
import dev.larder.gateway.observe.traffic.MissCause;
import dev.larder.gateway.observe.traffic.RouteTraffic;
import dev.larder.gateway.route.Buffering;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.writebehind.intake.Verdict;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * How a request was acknowledged before its origin had it: the next one that is routed alike can be taken in without being
 * routed again.
 */
public final class WritePrecedent {

    private static final Logger log = LoggerFactory.getLogger(WritePrecedent.class);
    private static final Problem FAULT =
            new Problem(HttpStatus.INTERNAL_SERVER_ERROR, "The write could not be taken in.");

    private final CacheServices services;
    private final String method;
    private final URI target;
    private final Reach reach;
    private final boolean announces;
    private final RouteTraffic traffic;

    private WritePrecedent(CacheServices services, Visit visit, boolean announces) {
        this.services = services;
        this.method = visit.request().method();
        this.target = visit.request().target();
        this.reach = visit.reach();
        this.announces = announces;
        this.traffic = visit.counting().traffic();
    }

    /**
     * That of a visit.
     *
     * @param announces whether the route caches, too, and says what the cache did
     */
    static WritePrecedent of(CacheServices services, Visit visit, boolean announces) {
        return new WritePrecedent(services, visit, announces);
    }

    /** The path of what is forwarded, as it may be shown. */
    public String path() {
        return Printable.path(target.getRawPath());
    }

    /**
     * Takes a request in, and answers it.
     *
     * @param received the fields of the request as they came
     * @return empty if it is not one of those that are acknowledged before their origin has them; nothing is read then
     */
    public Optional<Mono<Void>> answer(
            Iterable<Map.Entry<String, String>> received, ServerHttpRequest client, ServerHttpResponse response) {
        RequestHead request = head(received, client);
        return services.buffered()
                .buffering(reach.rule(), request)
                .map(buffering -> taken(request, buffering, client, response));
    }

    /** As the route would see it: a cached one sees no fields that are part of no key. */
    private RequestHead head(Iterable<Map.Entry<String, String>> received, ServerHttpRequest client) {
        if (announces) {
            HeaderFields fields = services.requests().unkeyed().leftOf(received, client.getRemoteAddress());
            return Vary.withoutUnusable(new RequestHead(method, target, fields));
        }
        return new RequestHead(method, target, Heads.fields(client.getHeaders()));
    }

    private Mono<Void> taken(
            RequestHead request, Buffering buffering, ServerHttpRequest client, ServerHttpResponse response) {
        long start = services.fetching().clock().nanos();
        Flux<DataBuffer> content = services.writes().uploads().paced(client.getBody());
        return services.buffered()
                .take(request, client, content, reach, buffering)
                .flatMap(verdict -> answered(request, verdict, response, start))
                .onErrorResume(error -> failed(error, response, start));
    }

    private Mono<Void> answered(RequestHead request, Verdict verdict, ServerHttpResponse response, long start) {
        if (verdict instanceof Verdict.Acknowledged acknowledged) {
            BufferedWrites.head(response, request, acknowledged.id());
            announce(response, HttpStatus.ACCEPTED, CacheReport::acknowledged, start);
            return response.setComplete();
        }
        return problem(((Verdict.Declined) verdict).problem(), response, start);
    }

    private Mono<Void> failed(Throwable error, ServerHttpResponse response, long start) {
        if (error instanceof AbortedException || response.isCommitted()) {
            return error instanceof AbortedException ? Mono.empty() : Mono.error(error);
        }
        Optional<Problem> known = Problem.of(error);
        if (known.isEmpty()) {
            log.error("A write could not be taken in.", error);
        }
        return problem(known.orElse(FAULT), response, start);
    }

    private Mono<Void> problem(Problem problem, ServerHttpResponse response, long start) {
        problem.head(response);
        announce(response, problem.status(), CacheReport::local, start);
        return problem.content(response);
    }

    private void announce(ServerHttpResponse response, HttpStatus status, Consumer<CacheReport> how, long start) {
        if (announces) {
            var report = new CacheReport();
            report.forwarded(Reason.METHOD);
            how.accept(report);
            Visits.announce(response, services, report, status.value());
            long content = Math.max(0, response.getHeaders().getContentLength());
            traffic.ended(
                    report.ended(),
                    () -> MissCause.COLD,
                    content,
                    services.fetching().clock().nanos() - start);
        } else {
            Visits.date(response, services.fetching().clock());
        }
    }
}
