package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.filter.ExchangeInterceptor.SkippedLookup;
import dev.larder.gateway.filter.origin.OriginBodyObserver;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.Vary;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * Observes one response in transit, and queues what it shows about the cache's behavior. The event loop only records heads, and
 * digests contents up to the length that would be stored.
 */
final class DryRunObserver implements OriginBodyObserver.Listener {

    private static final int NOT_MODIFIED = 304;

    private final Means means;
    private final ServerWebExchange exchange;
    private final SkippedLookup question;
    private final Instant asked;
    private final EpochStamp stamp;
    private final boolean barred;
    private final long invalidBefore;
    private final MessageDigest digest = sha256();
    private final Invalidations invalidations = new Invalidations();
    private long length;
    private @Nullable Received received;
    private boolean over;

    /** Set and read by the evaluating thread, not by event loops. */
    private @Nullable DryRunLookup before;

    /**
     * Creates an observer that has not begun.
     *
     * @param asked when the origin is contacted
     */
    DryRunObserver(Means means, ServerWebExchange exchange, SkippedLookup question, Instant asked) {
        this.means = means;
        this.exchange = exchange;
        this.question = question;
        this.asked = asked;
        this.stamp = question.stamp();
        this.barred = !means.store().isUsable(stamp);
        this.invalidBefore = means.store().epochOf(stamp);
    }

    /** Dependencies of an observer. */
    record Means(DryRunQueue dryRuns, ResponseStore store, LarderClock clock, OriginTags originTags) {}

    private final class Invalidations implements DryRunLookup.Invalidations {

        @Override
        public boolean isUsable(EpochStamp stored) {
            return means.store().isUsable(stored);
        }

        @Override
        public EpochStamp stamp(ResponseHead head) {
            return DryRunObserver.this.stamp(head);
        }

        @Override
        public boolean isShareable(EpochStamp stored) {
            return means.store().isShareable(stored);
        }
    }

    private record Received(ResponseHead head, ReceptionTimes reception, OptionalLong announced) {}

    /** Begins when the origin is about to be contacted; returns false if the queue is full. */
    boolean begin() {
        return means.dryRuns().add(account -> before = judge(account));
    }

    private DryRunLookup judge(DryRunEvaluator account) {
        return DryRunLookup.of(
                account,
                question.request(),
                question.key(),
                question.policy(),
                stored -> barred || isInvalid(stored),
                asked);
    }

    /** Whether an entry is invalid, by the state when the origin was contacted; tags named by the origin are checked now. */
    private boolean isInvalid(EpochStamp stored) {
        return stored.epoch() < invalidBefore
                || (stored.size() > stamp.size() && !means.store().isUsable(stored));
    }

    /** Records the head of the response, which other filters of the route have not changed yet. */
    void answered() {
        contained(this::head);
    }

    private Received head() {
        Received known = received;
        if (known == null) {
            var clock = means.clock();
            ResponseHead head = question.resourceTags()
                    .rule()
                    .handling()
                    .fields()
                    .apply(ofOrigin(MessageHeadConverter.response(exchange.getResponse())));
            known = new Received(head, new ReceptionTimes(asked, clock.steady(), clock.wall()), head.announcedLength());
            received = known;
        }
        return known;
    }

    /** Removes fields that the gateway had added before. */
    private ResponseHead ofOrigin(ResponseHead head) {
        Set<String> names = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES);
        if (names == null) {
            return head;
        }
        var fields = HeaderFields.builder();
        for (HeaderField field : head.fields()) {
            if (names.stream().anyMatch(field.name()::equalsIgnoreCase)) {
                fields.add(field.name(), field.value());
            }
        }
        return head.withFields(fields.build());
    }

    /** Hands over before the last piece is sent, as the client may send its next request as soon as it has that. */
    @Override
    public void piece(ByteBuffer piece) {
        contained(() -> {
            length += piece.remaining();
            if (allowsSize(head().announced()) && allowsSize(OptionalLong.of(length))) {
                digest.update(piece);
            }
            if (head().announced().equals(OptionalLong.of(length))) {
                end(true);
            }
        });
    }

    private boolean allowsSize(OptionalLong size) {
        return question.bears().test(size);
    }

    @Override
    public void ended(boolean whole) {
        contained(() -> end(whole));
    }

    private void end(boolean whole) {
        over = true;
        Received now = head();
        if (whole && (now.announced().orElse(length) == length || hasNoBody(now.head()))) {
            Optional<BodyDigest> body = hasNoBody(now.head()) ? Optional.empty() : Optional.of(body());
            boolean shareable = means.store().isShareable(stamp(now.head()));
            means.dryRuns().add(account -> learn(account, now, body, shareable));
        }
    }

    private BodyDigest body() {
        return allowsSize(OptionalLong.of(length)) ? BodyDigest.of(digest.digest(), length) : BodyDigest.unread(length);
    }

    /** A fault of the observer ends the observation, and nothing else. */
    private void contained(Runnable step) {
        if (over) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException fault) {
            over = true;
            means.dryRuns().fault(fault);
        }
    }

    private boolean hasNoBody(ResponseHead head) {
        return question.request().method().equals("HEAD") || head.status() == NOT_MODIFIED;
    }

    private void learn(DryRunEvaluator account, Received now, Optional<BodyDigest> body, boolean shareable) {
        DryRunLookup known = Objects.requireNonNull(before, "what was known before");
        StoreVerdict verdict = verdict(now);
        Set<String> selecting = Vary.of(now.head().fields()).map(Vary::names).orElse(Set.of());
        String query = Objects.requireNonNullElse(question.asked().getRawQuery(), "");
        var settings = question.resourceTags().rule().key();
        var sent = new DryRunResponse(
                now.head(),
                body,
                verdict,
                Storability.hasExplicitFreshness(
                        now.head(), question.policy(), now.reception().wall()),
                now.reception().responseTime(),
                stamp(now.head()));
        account.sent(
                new DryRunRequest(
                        question.section(),
                        settings,
                        question.key(),
                        RequestFeatures.of(question.request(), query, settings, selecting)),
                known.expected(),
                sent,
                means.store()::isUsable);
        if (known.expected().asks() && shareable) {
            known.fill(account, sent, now.reception(), invalidations);
        }
    }

    private StoreVerdict verdict(Received now) {
        StoreVerdict verdict = Storability.judge(question.request(), now.head(), question.policy(), now.reception());
        boolean tooLarge = verdict instanceof StoreVerdict.Store && !allowsSize(OptionalLong.of(length));
        return tooLarge ? new StoreVerdict.DoNotStore(Reason.TOO_LARGE) : verdict;
    }

    private EpochStamp stamp(ResponseHead head) {
        Set<CacheTag> tags = means.originTags().ofResponse(head.fields());
        return tags.isEmpty() ? stamp : stamp.and(EpochStamp.of(stamp.epoch(), tags));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
