package dev.larder.writes.intake;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.upload.UnfinishedUploads;
import dev.larder.rfc9111.PreferField;
import dev.larder.rfc9111.RequestHead;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Handles writes that are acknowledged before their origin has applied them, and other requests that such writes affect. */
public final class BufferedWriteHandler implements UnsafeRequestHandler, PendingWritePolicy {

    private static final Logger log = LoggerFactory.getLogger(BufferedWriteHandler.class);

    private static final GatewayProblem UNDELIVERABLE = new GatewayProblem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "The write is refused because it could not be delivered: its route does not lead to an http or https origin,"
                    + " and the bulk endpoint of its rule is not a complete URL.");

    private final Map<String, BufferedWriteRule> buffering;
    private final Map<String, ReadsWhileWritePending> reads;
    private final Optional<WriteIntake> intake;
    private final UnfinishedUploads unfinished;
    private final Function<EpochStamp, Mono<Boolean>> flush;
    private final Function<EpochStamp, Mono<Boolean>> settle;
    private final Set<String> undeliverable = ConcurrentHashMap.newKeySet();

    /**
     * Creates the handler of an intake.
     *
     * @param buffering which writes are buffered, by the name of their rule
     * @param reads the treatment of reads in the meantime, by the name of their rule
     * @param intake accepts writes; empty if there is no write log
     * @param unfinished limits the uploads of one client
     * @param flush delivers the writes that invalidate entries with one of these tags; returns whether none of them is left
     * @param settle does so, and waits for the repetition of failed deliveries
     */
    public BufferedWriteHandler(
            Map<String, BufferedWriteRule> buffering,
            Map<String, ReadsWhileWritePending> reads,
            Optional<WriteIntake> intake,
            UnfinishedUploads unfinished,
            Function<EpochStamp, Mono<Boolean>> flush,
            Function<EpochStamp, Mono<Boolean>> settle) {
        this.buffering = Map.copyOf(buffering);
        this.reads = Map.copyOf(reads);
        this.intake = intake;
        this.unfinished = unfinished;
        this.flush = flush;
        this.settle = settle;
    }

    @Override
    public Optional<Takeover> takeover(RequestHead request, ResourceTags tags) {
        return intake.flatMap(into -> buffering(tags.rule())
                .filter(how -> how.shouldBuffer(request))
                .map(how -> (client, content, sent) -> how.canDeliverDirectly(sent.scheme())
                        ? unfinished.within(
                                client,
                                content,
                                shared -> into.take(request, shared, tags.rule().name(), how, sent)
                                        .map(verdict -> answer(request, verdict)),
                                Answer.Declined::new)
                        : Mono.fromSupplier(() -> undeliverable(request, tags.rule(), sent.scheme()))));
    }

    /** Whether the rule with this name buffers writes. */
    public boolean isBuffered(String rule) {
        return buffering.containsKey(rule);
    }

    /** Returns how writes of a rule are buffered; empty if they are not. */
    public Optional<BufferedWriteRule> buffering(RequestRule rule) {
        return Optional.ofNullable(buffering.get(rule.name()));
    }

    private static Answer answer(RequestHead request, IntakeVerdict verdict) {
        return verdict instanceof IntakeVerdict.Acknowledged acknowledged
                ? new Answer.Acknowledged(response -> head(response, request, acknowledged.id()))
                : new Answer.Declined(((IntakeVerdict.Declined) verdict).problem());
    }

    private static void head(ServerHttpResponse response, RequestHead request, UUID id) {
        response.setStatusCode(HttpStatus.ACCEPTED);
        response.getHeaders().set("Location", WriteStatusResources.PATH + id);
        response.getHeaders().setContentLength(0);
        if (PreferField.hasRespondAsync(request.fields())) {
            response.getHeaders().set("Preference-Applied", "respond-async");
        }
    }

    private Answer undeliverable(RequestHead request, RequestRule rule, @Nullable String scheme) {
        if (undeliverable.add(rule.name())) {
            log.warn(
                    "Writes under larder.rules.{} are refused, as deliveries cannot reach {}."
                            + " Write for example larder.rules.{}.buffer.bulk=http://orders:8080/bulk/orders.",
                    rule.name(),
                    scheme + "://" + request.target().getRawAuthority(),
                    rule.name());
        }
        return new Answer.Declined(UNDELIVERABLE);
    }

    @Override
    public boolean canDeliver(RequestRule rule, String method, @Nullable String scheme) {
        return buffering(rule)
                .filter(how -> how.methods().contains(method) && !how.canDeliverDirectly(scheme))
                .isEmpty();
    }

    @Override
    public ReadsWhileWritePending reads(RequestRule rule) {
        return reads.getOrDefault(rule.name(), ReadsWhileWritePending.BYPASS);
    }

    @Override
    public Mono<Boolean> flush(EpochStamp stamp) {
        return flush.apply(stamp);
    }

    @Override
    public Mono<Boolean> settle(EpochStamp stamp) {
        return settle.apply(stamp);
    }
}
