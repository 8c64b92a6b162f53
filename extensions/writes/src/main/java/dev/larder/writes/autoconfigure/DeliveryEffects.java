package dev.larder.writes.autoconfigure;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.rule.NamedTarget;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.rfc9111.UnsafeMethods;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences.Answer;
import dev.larder.writes.buffer.BatchFences;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a delivery invalidates: what the rules of that time say, and what the origin names in its answer, as in the answer to a write
 * that is not buffered. The answer to a batch names for each of its writes.
 */
record DeliveryEffects(RuleSet rules, OriginTags originTags) implements BatchFences.Effects {

    @Override
    public Set<CacheTag> of(AcknowledgedWrite write, URI asked, Optional<Answer> answer) {
        String method = write.request().method();
        URI target = write.request().target();
        var named = new NamedTarget(method, target, Objects.requireNonNullElse(asked.getRawPath(), ""));
        RuleSnapshot now = rules.current();
        Set<CacheTag> tags = new HashSet<>(ResourceTags.ofWriteUnder(now, named, write.channel()));
        answer.filter(given -> isNoRefusal(given.head().status())).ifPresent(given -> {
            ResourceTags written = ResourceTags.of(now, named, now.named(write.channel()));
            tags.addAll(
                    originTags.ofWrite(write.request(), written, List.of(target, asked, given.target()), given.head()));
        });
        return tags;
    }

    private static boolean isNoRefusal(int status) {
        return UnsafeMethods.effect(status, true) != UnsafeMethods.Effect.NONE;
    }
}
