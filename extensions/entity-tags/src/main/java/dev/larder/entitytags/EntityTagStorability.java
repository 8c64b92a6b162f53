package dev.larder.entitytags;

import dev.larder.gateway.describe.TrustedProxyFields;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestDirectives;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseDirectives;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.Optional;

/**
 * Decides whether the entity tag of a response may be kept, and so answer a later request without the service. Doing so reuses
 * the response, so the requirements on a shared cache apply (RFC 9111 3 and 3.5).
 */
final class EntityTagStorability {

    private static final int OK = 200;

    private EntityTagStorability() {}

    /** Returns the reason not to keep it; empty if it may be kept. */
    static Optional<EntityTagObstacle> obstacle(EntityTagExchange asked, ResponseHead response, EntityTag tag) {
        RequestHead request = asked.question().request();
        HeaderFields fields = response.fields();
        ResponseDirectives directives = ResponseDirectives.of(fields);
        if (response.status() != OK || !request.method().equals("GET")) {
            return Optional.of(EntityTagObstacle.NOT_A_200);
        }
        if (directives.isNoStore()
                || RequestDirectives.of(request.fields(), CachePolicy.DEFAULT).isNoStore()) {
            return Optional.of(EntityTagObstacle.NO_STORE);
        }
        if (directives.isPrivate()) {
            return Optional.of(EntityTagObstacle.PRIVATE);
        }
        if (EntityTagKey.hasCredentials(request.fields()) && !directives.allowsAuthorizedReuse()) {
            return Optional.of(EntityTagObstacle.CREDENTIALS);
        }
        if (fields.contains("Set-Cookie")) {
            return Optional.of(EntityTagObstacle.SET_COOKIE);
        }
        if (fields.contains("Age")) {
            return Optional.of(EntityTagObstacle.AGE);
        }
        if (Vary.of(fields, TrustedProxyFields.AMENDED_FOR_PROXIES).isEmpty()) {
            return Optional.of(EntityTagObstacle.VARY);
        }
        if (!asked.resourceTags().rule().invalidation().contentPools().isEmpty()) {
            return Optional.of(EntityTagObstacle.CONTENT_POOLS);
        }
        return tag.isWeak() ? Optional.of(EntityTagObstacle.NOT_STRONG) : Optional.empty();
    }
}
