package dev.larder.entitytags;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.UploadReceiver;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
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
    private final UnsafeRequestForwarder writes;
    private final EntityTagLimits limits;
    private final EntityTagTable table;

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
            UnsafeRequestForwarder.UnknownOutcomeSettings uncertainty,
            UploadReceiver uploads,
            EntityTagLimits limits) {
        this.invalidator = invalidator;
        this.originTags = originTags;
        this.writes = new UnsafeRequestForwarder(
                invalidator, target -> Mono.just(Set.of()), originTags, uncertainty, uploads, CacheEventListener.NONE);
        this.limits = limits;
        this.table = new EntityTagTable(limits);
    }

    /** Forwards writes, and blanks what they make wrong before their response is released. */
    UnsafeRequestForwarder writes() {
        return writes;
    }

    EntityTagLimits limits() {
        return limits;
    }

    /** The tag of what the service would answer now, if that is known. */
    Optional<StoredEntityTag> find(ResourceTags tags, EntityTagKey key, RequestHead request) {
        return table.find(tags.pool(), key, request.fields())
                .filter(known -> invalidator.judge(known.stamp()) == EntryStatus.USABLE);
    }

    /** To be taken before the service is asked. */
    EpochStamp stamp(ResourceTags tags) {
        return EpochStamp.of(invalidator.epoch(), tags.ofResponse());
    }

    /**
     * Keeps the tag of a response, if it may.
     *
     * @param stamp taken before the response was asked for
     * @return why it was not kept; nothing if it was
     */
    Optional<EntityTagObstacle> keep(
            ResourceTags tags,
            EntityTagKey key,
            RequestHead request,
            ResponseHead response,
            EntityTag tag,
            EpochStamp stamp) {
        Optional<EntityTagObstacle> obstacle = EntityTagStorability.obstacle(request, response, tag);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        EpochStamp whole =
                stamp.and(EpochStamp.of(stamp.epoch(), originTags.ofResponse(tags.origin(), response.fields())));
        if (!invalidator.mayStore(whole)) {
            return Optional.of(EntityTagObstacle.WRITTEN);
        }
        Vary vary = Vary.of(response.fields()).orElseThrow();
        table.put(tags.pool(), key, StoredEntityTag.of(request, response, tag, vary, whole));
        return Optional.empty();
    }
}
