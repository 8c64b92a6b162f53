package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A response header field that says in one word what the cache did, beside Cache-Status.
 *
 * @param name name of the field, such as S-Cache; without, there is none
 * @param hit word for an answer from the store
 * @param miss word for an answer of the origin's
 * @param unreachable word for an answer of the origin's because the store could not be asked
 */
public record StatusHeaderProperties(
        @Nullable String name,
        @DefaultValue("hit") String hit,
        @DefaultValue("miss") String miss,
        @DefaultValue("unreachable") String unreachable) {

    public StatusHeaderProperties {
        if (name != null) {
            Require.token(name, "larder.status-header.name", "S-Cache");
        }
        Require.visible(hit, "larder.status-header.hit", "hit");
        Require.visible(miss, "larder.status-header.miss", "miss");
        Require.visible(unreachable, "larder.status-header.unreachable", "unreachable");
    }
}
