package dev.larder.entitytags;

import dev.larder.gateway.rule.ResourceTags;
import org.springframework.web.server.ServerWebExchange;

/**
 * One request that entity tags are for.
 *
 * @param resourceTags what can make its response wrong
 * @param key what its response's tag is kept for
 */
record EntityTagExchange(
        ServerWebExchange exchange, EntityTagRequest question, ResourceTags resourceTags, EntityTagKey key) {}
