package dev.larder.entitytags;

import dev.larder.gateway.route.Reach;
import org.springframework.web.server.ServerWebExchange;

/**
 * One request that entity tags are for.
 *
 * @param reach what can make its response wrong
 * @param key what its response's tag is kept for
 */
record Asked(ServerWebExchange exchange, Question question, Reach reach, TagKey key) {}
