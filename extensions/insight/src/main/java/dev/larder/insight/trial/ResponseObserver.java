package dev.larder.insight.trial;

import dev.larder.gateway.filter.origin.OriginBodyObserver;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;

/** Observes one response on its way to the client: digests its content with a secret of this process. Confined to its connection. */
final class ResponseObserver implements OriginBodyObserver.Listener {

    private static final byte[] SECRET = new SecureRandom().generateSeed(16);
    private static final int NOT_MODIFIED = 304;
    private static final String COOKIE = "Set-Cookie";
    private static final String LOCATION = "Location";

    /** Fields that count as content: they may be for one user alone. */
    private static final List<String> PERSONAL = List.of(LOCATION, COOKIE);

    private final ServerHttpResponse response;
    private final LarderClock clock;
    private final MessageDigest digest = sha256();
    private long length;
    private boolean cut;
    private @Nullable Instant begun;

    ResponseObserver(ServerHttpResponse response, LarderClock clock) {
        this.response = response;
        this.clock = clock;
    }

    @Override
    public void piece(ByteBuffer piece) {
        begin();
        length += piece.remaining();
        digest.update(piece);
    }

    @Override
    public void ended(boolean whole) {
        begin();
        cut |= !whole;
    }

    private Instant begin() {
        Instant known = begun;
        if (known == null) {
            known = clock.steady();
            begun = known;
        }
        return known;
    }

    /**
     * Returns the exchange, which is over; empty if the response did not arrive whole.
     *
     * @param received names of the fields that the origin sent; null if it was not asked. What the gateway and the application have
     *     added is not what a cache sees
     */
    Optional<SampledExchange> exchange(ArrivedRequest arrived, @Nullable Set<String> received) {
        ResponseHead head = MessageHeadConverter.response(response);
        boolean bodiless = arrived.request().head().method().equals("HEAD") || head.status() == NOT_MODIFIED;
        if (cut || (!bodiless && !isWhole(head))) {
            return Optional.empty();
        }
        List<String> status = head.fields().values(CacheStatus.FIELD);
        boolean hit = !status.isEmpty() && isHit(status.get(status.size() - 1));
        ResponseHead sent = received == null ? head : head.withFields(of(received, head.fields()));
        PERSONAL.forEach(name -> sent.fields().values(name).forEach(this::digest));
        Optional<BodyDigest> body = bodiless ? Optional.empty() : Optional.of(BodyDigest.of(digest.digest(), length));
        return Optional.of(new SampledExchange(
                arrived.request(),
                asOfOrigin(
                        sent,
                        hit,
                        UnsafeMethods.isUnsafe(arrived.request().head().method())),
                body,
                new ReceptionTimes(arrived.at(), begin(), clock.wall()),
                hit));
    }

    private boolean isWhole(ResponseHead head) {
        return head.fields()
                .first("Content-Length")
                .filter(announced -> !announced.strip().equals(Long.toString(length)))
                .isEmpty();
    }

    /** The member of this cache is the last one. */
    private static boolean isHit(String line) {
        return CacheStatus.isHit(line.substring(line.lastIndexOf(',') + 1).strip());
    }

    private static HeaderFields of(Set<String> names, HeaderFields all) {
        Set<String> lowerCase =
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        var fields = HeaderFields.builder();
        for (HeaderField field : all) {
            if (lowerCase.contains(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field.name(), field.value());
            }
        }
        return fields.build();
    }

    private void digest(String value) {
        digest.update(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Without what may be secret and only has to be there, or, in a response to a read, not even that. */
    private static ResponseHead asOfOrigin(ResponseHead head, boolean hit, boolean unsafe) {
        HeaderFields fields = head.fields().without(CacheStatus.FIELD);
        if (fields.contains(COOKIE)) {
            fields = fields.without(COOKIE).with(COOKIE, "concealed=");
        }
        if (!unsafe) {
            fields = fields.without(LOCATION);
        }
        return head.withFields(hit ? fields.without("Age", "Date") : fields);
    }

    private static MessageDigest sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(SECRET);
            return digest;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
