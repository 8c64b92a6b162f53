package com.example.learning;

import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

// README: begin
/** The routes to the learning service, and what each of them caches. */
@LarderRoutes(name = "learning", uri = "${learning.uri}")
public interface LearningRoutes {

    @GetExchange("/skills")
    @CacheTtl("30s")
    String skills();

    @GetExchange("/paths")
    @CacheTtl("5m")
    @StaleWhileRevalidate("10s")
    String paths();

    @GetExchange("/profile")
    @CacheTtl("1m")
    String profile();

    @GetExchange("/now")
    @NoCache
    String now();

    @PostExchange("/users/{id}/skills")
    @Invalidates("skills")
    String learn(String id);
}
// README: end
