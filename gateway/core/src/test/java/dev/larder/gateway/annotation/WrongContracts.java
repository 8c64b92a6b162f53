package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.web.service.annotation.DeleteExchange;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/** Contract interfaces with one fault each, and one without. */
final class WrongContracts {

    private WrongContracts() {}

    @LarderRoutes(uri = "lb://a")
    interface NoDuration {
        @GetExchange("/a")
        @CacheTtl("soon")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    @CacheRule(staleIfError = "long")
    interface NoDurationInRule {
        @GetExchange("/a")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoUnit {
        @GetExchange("/a")
        @StaleWhileRevalidate("5")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoUnitOfTtl {
        @GetExchange("/a")
        @CacheTtl("30")
        String list();
    }

    @LarderRoutes(name = "shortTime", uri = "lb://a")
    interface ShortTime {
        @GetExchange("/a")
        @StaleWhileRevalidate("500ms")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface TtlOfWrite {
        @PostExchange("/a")
        @CacheTtl("30s")
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoCacheWithTtl {
        @GetExchange("/a")
        @NoCache
        @CacheTtl("30s")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface TwoLifetimes {
        @GetExchange("/a")
        @CacheRule(ttl = "20s")
        @CacheTtl("30s")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface ReadInvalidates {
        @GetExchange("/a")
        @Invalidates("b")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoPool {
        @PostExchange("/a")
        @Invalidates("")
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoExchange {
        @CacheTtl("30s")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoMethod {
        @HttpExchange("/a")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoPath {
        @GetExchange("/a?b=c")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoPattern {
        @GetExchange("/a/{b")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoRuleName {
        @GetExchange("/a")
        @CacheRule(name = "a.b")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    @CacheRule(name = "one")
    interface OneRule {
        @GetExchange("/a")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface SameName {
        @GetExchange("/a")
        String get();

        @GetExchange("/a/{id}")
        String get(String id);
    }

    @LarderRoutes(uri = "lb://a")
    interface Contradiction {
        @GetExchange("/a")
        @CacheTtl("1s")
        @CacheRule(name = "shared")
        String one();

        @GetExchange("/b")
        @CacheTtl("2s")
        @CacheRule(name = "shared")
        String two();
    }

    @LarderRoutes(uri = "users")
    interface NoOrigin {
        @GetExchange("/a")
        String list();
    }

    @LarderRoutes(uri = "${nowhere}")
    interface NoPlaceholder {
        @GetExchange("/a")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    static class NoInterface {}

    @LarderRoutes(name = "noTime", uri = "lb://a")
    interface NoTime {
        @GetExchange("/a")
        @CacheTtl("0s")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoVariable {
        @GetExchange("/a/{nr}")
        @CacheRule(pool = "user-{id}")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoStore {
        @GetExchange("/a")
        @CacheRule(store = "attic")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoOverride {
        @GetExchange("/a")
        @CacheRule(ttlOverrides = true)
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface SamePath {
        @GetExchange("/a")
        String one();

        @GetExchange("/a")
        String two();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoResolvedDuration {
        @GetExchange("/a")
        @CacheTtl("${soon}")
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface BufferedRead {
        @GetExchange("/a")
        @BufferedWrite
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    interface BufferedDelete {
        @DeleteExchange("/a")
        @BufferedWrite
        String delete();
    }

    @LarderRoutes(uri = "lb://a")
    interface BufferedMethods {
        @PostExchange("/a")
        @BufferedWrite(methods = {"PUT", "PATCH"})
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    @BufferedWrite(methods = "PUT")
    interface BufferedMethodsOfAll {
        @PostExchange("/a")
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    interface HeldReadsOfWrite {
        @PostExchange("/a")
        @BufferedWrite(readsWhileWritePending = "bypass")
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    interface NoAge {
        @PostExchange("/a")
        @BufferedWrite(flushInterval = "soon")
        String create();
    }

    @BufferedWrite
    @Retention(RetentionPolicy.RUNTIME)
    @interface Buffered {}

    @LarderRoutes(uri = "lb://a")
    interface ComposedBufferedRead {
        @GetExchange("/a")
        @Buffered
        String list();
    }

    @LarderRoutes(uri = "lb://a")
    @BufferedWrite(bulk = "/bulk")
    interface BufferedWithoutWrites {
        @GetExchange("/a")
        String list();

        @DeleteExchange("/a")
        String delete();
    }

    @BufferedWrite
    interface BufferedWithoutRoutes {
        @PostExchange("/a")
        String create();
    }

    @LarderRoutes(uri = "lb://a")
    interface Right {
        @GetExchange("/a")
        @CacheTtl("30s")
        String list();
    }
}
