package dev.larder.gateway.annotation.sample;

import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/** Every annotation once. */
@LarderRoutes(name = "users", uri = "${users.uri:lb://users}")
@HttpExchange(url = "/users")
@CacheRule(pool = "people", staleIfError = "1h")
public interface UserRoutes {

    @GetExchange
    @CacheTtl("30s")
    @StaleWhileRevalidate("10s")
    String list();

    @GetExchange("/{id}")
    @CacheRule(ttl = "5m", ttlOverrides = true)
    String get(String id);

    @GetExchange("/me")
    @NoCache
    String me();

    @GetExchange("/{id}/photo")
    String photo(String id);

    @PostExchange
    @Invalidates({"skills", "paths"})
    String create();
}
