package dev.larder.entitytags;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.Optional;

/**
 * Entity tags of the services' responses, each valid until a write that may have changed the response is forwarded. All routes
 * share them.
 */
public final class EntityTags {

    private final Invalidator invalidator;
    private final OriginTags originTags;
    private final UnsafeRequestForwarder writes;
    private final EntityTagLimits limits;
    private final EntityTagTable table;

    /**
     * Creates an empty store of tags.
     *
     * @param invalidator that of the cache, so that every write, purge and delivery of a buffered write makes tags unusable
     * @param writes that of the cache, so that a write is one whichever filter forwards it: to groups, audit and fence budgets
     */
    public EntityTags(
            Invalidator invalidator, UnsafeRequestForwarder writes, OriginTags originTags, EntityTagLimits limits) {
        this.invalidator = invalidator;
        this.writes = writes;
        this.originTags = originTags;
        this.limits = limits;
        this.table = new EntityTagTable(limits);
    }

    /** Returns the forwarder of writes, which invalidates affected tags before the write's response is released. */
    UnsafeRequestForwarder writes() {
        return writes;
    }

    EntityTagLimits limits() {
        return limits;
    }

    /** Returns the tag of the service's current response, if it is known: a purge of whatever is purged one by one ends that. */
    Optional<StoredEntityTag> find(ResourceTags tags, EntityTagKey key, RequestHead request) {
        return table.find(tags.pool(), key, request.fields())
                .filter(known ->
                        invalidator.judge(known.stamp()) == EntryStatus.USABLE && !invalidator.isVoided(known.stamp()));
    }

    /** Returns the stamp of a request; to be taken before the service is contacted. */
    EpochStamp stamp(ResourceTags tags) {
        return tags.stampOfResponse().at(invalidator.epoch());
    }

    /**
     * Keeps the tag of a response, if permitted.
     *
     * @param stamp taken before the service was contacted
     * @return why it was not kept; empty if it was
     */
    Optional<EntityTagObstacle> keep(EntityTagExchange asked, ResponseHead response, EntityTag tag, EpochStamp stamp) {
        Optional<EntityTagObstacle> obstacle = EntityTagStorability.obstacle(asked, response, tag);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        EpochStamp whole = stamp.and(EpochStamp.of(stamp.epoch(), originTags.ofResponse(response.fields())));
        if (!invalidator.mayStore(whole)) {
            return Optional.of(EntityTagObstacle.WRITTEN);
        }
        Vary vary = Vary.of(response.fields()).orElseThrow();
        RequestHead request = asked.question().request();
        table.put(asked.resourceTags().pool(), asked.key(), StoredEntityTag.of(request, response, tag, vary, whole));
        return Optional.empty();
    }
}
