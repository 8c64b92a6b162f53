package dev.larder.entitytags;

import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Uploads;
import dev.larder.gateway.filter.Writes;
import dev.larder.gateway.route.Reach;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Standing;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * The entity tags of what services have answered, as long as they count: until a write that may have changed the response
 * is forwarded. All routes share them.
 */
public final class EntityTags {

    private final Invalidator invalidator;
    private final OriginTags originTags;
    private final Writes writes;
    private final TagLimits limits;
    private final TagTable table;

    /**
     * No tags yet.
     *
     * @param invalidator theirs alone
     * @param uncertainty what counts as a write
     * @param uploads how the content of writes is taken
     */
    public EntityTags(
            Invalidator invalidator,
            OriginTags originTags,
            Writes.Uncertainty uncertainty,
            Uploads uploads,
            TagLimits limits) {
        this.invalidator = invalidator;
        this.originTags = originTags;
        this.writes = new Writes(
                invalidator, target -> Mono.just(Set.of()), originTags, uncertainty, uploads, CacheEventListener.NONE);
        this.limits = limits;
        this.table = new TagTable(limits);
    }

    /** Forwards writes, and blanks what they make wrong before their response is released. */
    Writes writes() {
        return writes;
    }

    TagLimits limits() {
        return limits;
    }

    /** The tag of what the service would answer now, if that is known. */
    Optional<KnownTag> find(Reach reach, TagKey key, RequestHead request) {
        return table.find(reach.pool(), key, request.fields())
                .filter(known -> invalidator.judge(known.stamp()) == Standing.USABLE);
    }

    /** To be taken before the service is asked. */
    Stamp stamp(Reach reach) {
        return Stamp.of(invalidator.epoch(), reach.ofResponse());
    }

    /**
     * Keeps the tag of a response, if it may.
     *
     * @param stamp taken before the response was asked for
     * @return why it was not kept; nothing if it was
     */
    Optional<NotKept> keep(
            Reach reach, TagKey key, RequestHead request, ResponseHead response, EntityTag tag, Stamp stamp) {
        Optional<NotKept> obstacle = Keeping.obstacle(request, response, tag);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        Stamp whole = stamp.and(Stamp.of(stamp.epoch(), originTags.ofResponse(reach.origin(), response.fields())));
        if (!invalidator.mayStore(whole)) {
            return Optional.of(NotKept.WRITTEN);
        }
        Vary vary = Vary.of(response.fields()).orElseThrow();
        table.put(reach.pool(), key, KnownTag.of(request, response, tag, vary, whole));
        return Optional.empty();
    }
}
