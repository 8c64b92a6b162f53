package dev.larder.entitytags;

import dev.larder.gateway.rule.ResourceTags;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request to which entity tags apply.
 *
 * @param resourceTags tags whose invalidation affects its response
 * @param key under which its response's tag is kept
 */
record EntityTagExchange(
        ServerWebExchange exchange, EntityTagRequest question, ResourceTags resourceTags, EntityTagKey key) {}
