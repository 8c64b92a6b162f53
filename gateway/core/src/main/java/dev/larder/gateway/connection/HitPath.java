package dev.larder.gateway.connection;

import dev.larder.gateway.connection.ConnectionHitResponder.ConnectionServices;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.DirectBodyCopies;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.http.EarlyResponder;
import dev.larder.http.EarlyResponderFactory;
import dev.larder.http.client.OriginClient;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.DispatcherHandler;

/**
 * Answers hits before their requests are routed, at the earliest {@link HitLevel} at which the response is certain to equal
 * that of the route, and carries out requests at their connection.
 *
 * <table>
 * <caption>States of one request target</caption>
 * <tr><th>state</th><th>entered by</th><th>the next request for it</th></tr>
 * <tr><td>unknown</td><td>start, {@link ConnectionRoutes#refresh}, eviction</td><td>is routed</td></tr>
 * <tr><td>{@link CachedRoutingDecision}</td><td>{@link ConnectionRoutes#note}, when its route has looked it up</td>
 * <td>is looked up without being routed, if its level allows</td></tr>
 * <tr><td>{@link CachedRequestHead}</td><td>a plain hit at the connection</td><td>is not even decoded, if its octets are
 * equal</td></tr>
 * </table>
 *
 * <p>A request takes its route unless the store answers immediately with a fresh response that no write has invalidated.
 * Keys that depend on more than the method and the target have no cached routing decision.
 */
public final class HitPath implements EarlyResponderFactory {

    private final ConnectionRoutes routes;
    private final EarlyExchangeRecorder recorder;
    private final EarlyLookup lookup;
    private final HitSampler sampler;
    private final ConnectionServices connection;
    private final WebHitResponder web;
    private volatile @Nullable ConnectionForwarder forwarder;

    /** Components of the hit path, beside what it learns about the application. */
    public record Parts(
            ResponseStore store,
            LarderClock clock,
            UnkeyedFields unkeyed,
            Optional<StatusHeader> statusField,
            DirectBodyCopies copies,
            TrafficMetrics traffic,
            CacheEventListener events,
            RuleSet rules) {}

    /**
     * Creates a hit path that knows neither the application nor its routes yet.
     *
     * @param sampler decides which hits must take their route
     * @param earliest earliest level allowed by configuration
     * @param meters creates the meters of hits
     * @param spans records observations
     */
    public HitPath(
            Parts parts, HitSampler sampler, HitLevel earliest, RouteMeterFactory meters, CacheStepObserver spans) {
        this.sampler = sampler;
        this.routes = new ConnectionRoutes(earliest, meters, parts.traffic(), parts.rules());
        this.recorder = new EarlyExchangeRecorder(parts.clock(), parts.events());
        this.lookup = new EarlyLookup(parts.store(), parts.clock(), parts.statusField(), parts.unkeyed());
        this.connection = new ConnectionServices(routes, recorder, lookup, sampler, parts.copies());
        this.web = new WebHitResponder(routes, recorder, lookup, sampler, spans);
    }

    /** Returns what is known of the application and its routes. */
    public ConnectionRoutes routes() {
        return routes;
    }

    /** Returns a server's handler preceded by the web level, if that makes no difference there. */
    public HttpHandler before(HttpHandler handler) {
        return new HitHttpHandler(handler, routes, recorder, lookup, sampler);
    }

    /** Returns a dispatcher preceded by the web level; it has not looked up its handlers yet. */
    public DispatcherHandler dispatcher() {
        return new HitDispatcher(web);
    }

    @Override
    public Optional<EarlyResponder> of(Channel channel) {
        return isPlain(channel) && channel.localAddress() instanceof InetSocketAddress server
                ? Optional.of(new ConnectionHitResponder(
                        connection,
                        ServerListener.of(server, channel),
                        channel.remoteAddress() instanceof InetSocketAddress peer ? peer : null))
                : Optional.empty();
    }

    @Override
    public Optional<ChannelHandler> exchanges(Channel channel) {
        ConnectionForwarder known = forwarder;
        return known != null
                        && isPlain(channel)
                        && OriginClient.supports(channel.eventLoop())
                        && channel.localAddress() instanceof InetSocketAddress server
                ? Optional.of(new ConnectionExchangeHandler(known, ServerListener.of(server, channel)))
                : Optional.empty();
    }

    private boolean isPlain(Channel channel) {
        return routes.level() == HitLevel.CONNECTION && ServerListener.isPlain(channel);
    }

    /** Leaves all requests to their routes from now on; calls back when none is being carried out at its connection. */
    public void drain(Runnable drained) {
        ConnectionForwarder known = forwarder;
        if (known == null) {
            drained.run();
        } else {
            known.drain(drained);
        }
    }

    /** Forwards requests at their connection from now on; returns why that is not possible, as a sentence, if it is not. */
    public Optional<String> forwardBy(ConnectionForwarder.Parts parts, ListableBeanFactory beans) {
        Optional<String> obstacle = ForwardingAssessment.obstacle(beans);
        if (obstacle.isEmpty()) {
            forwarder = new ConnectionForwarder(routes, recorder, lookup.unkeyed(), parts, beans);
        }
        return obstacle;
    }

    /** Returns where hits are answered now. */
    public HitLevelReport report() {
        HitLevelAssessment allowed = routes.allowed();
        return new HitLevelReport(
                allowed.level(), allowed.reasons(), recorder.hits(), recorder.forwarded(), routes.assessments());
    }
}
