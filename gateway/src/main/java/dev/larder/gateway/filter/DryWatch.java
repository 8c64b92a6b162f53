package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.exchange.BodyTap;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.OriginAnswer;
import dev.larder.gateway.observe.Section;
import dev.larder.gateway.observe.dryrun.Digest;
import dev.larder.gateway.observe.dryrun.Expected;
import dev.larder.gateway.observe.dryrun.Features;
import dev.larder.gateway.observe.dryrun.Kept;
import dev.larder.gateway.observe.dryrun.Sent;
import dev.larder.gateway.observe.dryrun.Watched;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.HeaderField;
import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.ReuseVerdict;
import dev.larder.gateway.rfc9111.Storability;
import dev.larder.gateway.rfc9111.StoreVerdict;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.rfc9111.Validation;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.gateway.rfc9111.Vary;
import dev.larder.gateway.route.Reach;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/** Watches one response on its way, and tells what it shows of what the cache would have done. */
final class DryWatch implements BodyTap.Listener {

    private static final Logger log = LoggerFactory.getLogger(DryWatch.class);
    private static final int NOT_MODIFIED = 304;

    private final CacheServices services;
    private final ServerWebExchange exchange;
    private final Question question;
    private final Before before;
    private final MessageDigest digest = sha256();
    private long length;
    private @Nullable Received received;
    private boolean over;

    DryWatch(CacheServices services, ServerWebExchange exchange, Question question, Before before) {
        this.services = services;
        this.exchange = exchange;
        this.question = question;
        this.before = before;
    }

    /** A request as the cache would see it, and the target that the client has asked for. */
    record Question(Section section, Reach reach, RequestHead request, URI asked, CacheKey key, CachePolicy policy) {}

    /** What was known before the origin was asked. */
    record Before(Instant asked, Stamp stamp, Optional<Kept> kept, ReuseVerdict verdict, Expected expected) {}

    private record Received(ResponseHead head, Reception reception, OptionalLong announced) {}

    /** The head of the response is there; other filters of the route have not changed it yet. */
    void begin() {
        contained(this::head);
    }

    private Received head() {
        Received known = received;
        if (known == null) {
            var clock = services.clock();
            ResponseHead head = ofOrigin(Heads.response(exchange.getResponse()));
            known = new Received(
                    head,
                    new Reception(before.asked(), clock.steady(), clock.wall()),
                    OriginAnswer.announcedLength(head));
            received = known;
        }
        return known;
    }

    /** Less what the gateway had put there before. */
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

    /** The client may ask again as soon as it has the last piece, and this is known by then. */
    @Override
    public void piece(ByteBuffer piece) {
        contained(() -> {
            length += piece.remaining();
            digest.update(piece);
            if (head().announced().equals(OptionalLong.of(length))) {
                end(true);
            }
        });
    }

    @Override
    public void ended(boolean whole) {
        contained(() -> end(whole));
    }

    private void end(boolean whole) {
        over = true;
        Received now = head();
        if (whole && (now.announced().orElse(length) == length || hasNoBody(now.head()))) {
            learn(now);
        }
    }

    /** A fault of the watcher is the end of watching, and of nothing else. */
    private void contained(Runnable step) {
        if (over) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException fault) {
            over = true;
            log.warn("A response was not compared with what the cache would have served; it is not affected.", fault);
        }
    }

    private boolean hasNoBody(ResponseHead head) {
        return question.request().method().equals("HEAD") || head.status() == NOT_MODIFIED;
    }

    private void learn(Received now) {
        StoreVerdict verdict = verdict(now);
        Optional<Digest> body =
                hasNoBody(now.head()) ? Optional.empty() : Optional.of(Digest.of(digest.digest(), length));
        Set<String> selecting = Vary.of(now.head().fields()).map(Vary::names).orElse(Set.of());
        String query = Objects.requireNonNullElse(question.asked().getRawQuery(), "");
        var settings = question.reach().rule().key();
        var sent = new Sent(
                now.head(),
                body,
                verdict,
                Storability.statesFreshness(
                        now.head(), question.policy(), now.reception().wall()),
                now.reception().responseTime());
        services.advisors()
                .dryRuns()
                .sent(
                        new Watched(
                                question.section(),
                                settings,
                                question.key(),
                                Features.of(question.request(), query, settings, selecting)),
                        before.expected(),
                        sent);
        if (before.expected().asks()) {
            store(now, verdict, body);
        }
    }

    private StoreVerdict verdict(Received now) {
        StoreVerdict verdict = Storability.judge(question.request(), now.head(), question.policy(), now.reception());
        boolean tooLarge = verdict instanceof StoreVerdict.Store
                && !services.limits()
                        .bears(OptionalLong.of(length), question.reach().rule());
        return tooLarge ? new StoreVerdict.DoNotStore(Reason.TOO_LARGE) : verdict;
    }

    private void store(Received now, StoreVerdict verdict, Optional<Digest> body) {
        if (now.head().status() == NOT_MODIFIED) {
            validated(now);
            return;
        }
        Stamp stamp = stamp(now.head());
        if (verdict instanceof StoreVerdict.Store store
                && body.isPresent()
                && services.shelf().shareable(stamp)) {
            StoredResponse response = store.response().withBody(body.get());
            var dryRuns = services.advisors().dryRuns();
            Optional<Kept> beside = dryRuns.find(question.key())
                    .filter(kept -> services.shelf().usable(kept.stamp().and(stamp)));
            dryRuns.keep(
                    question.key(),
                    beside.map(kept -> new Kept(
                                    kept.variants().with(response, question.policy()),
                                    kept.stamp().and(stamp)))
                            .orElseGet(() -> new Kept(Variants.of(response), stamp)));
        }
    }

    /** The client's own condition has had what would have been validated confirmed. */
    private void validated(Received now) {
        if (before.verdict() instanceof ReuseVerdict.Revalidate revalidate
                && before.kept().isPresent()) {
            Validation.Outcome outcome = Validation.judge(
                    question.request(),
                    before.kept().get().variants(),
                    revalidate.selected(),
                    now.head(),
                    question.policy(),
                    now.reception());
            if (outcome instanceof Validation.Outcome.Freshened freshened) {
                Stamp stamp = stamp(freshened.after().head());
                freshened
                        .stored()
                        .filter(stored -> services.shelf().shareable(stamp))
                        .ifPresent(
                                stored -> services.advisors().dryRuns().keep(question.key(), new Kept(stored, stamp)));
            }
        }
    }

    private Stamp stamp(ResponseHead head) {
        Set<Tag> tags = services.originTags().ofResponse(question.reach().origin(), head.fields());
        return tags.isEmpty()
                ? before.stamp()
                : before.stamp().and(Stamp.of(before.stamp().epoch(), tags));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
