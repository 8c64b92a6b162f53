package dev.larder.gateway.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Values of {@code larder.forward}. */
public enum ForwardSetting {
    /** Requests of routes with a cache by Larder's own client of origins, behind the filters; all others by Gateway's. */
    CACHED_ROUTES,
    /** By Larder's own client of origins: at the client's connection where the result is certain to be the same, else behind the filters. */
    NATIVE,
    /** As {@link #NATIVE}, and by HTTP/2 to origins that select it when TLS is agreed on. */
    NATIVE_HTTP2,
    /** By the gateway's HTTP client, behind its filters. */
    GATEWAY;

    /** Returns whether requests are forwarded at their connections, and on routes without a cache too. */
    boolean isNative() {
        return this == NATIVE || this == NATIVE_HTTP2;
    }

    private static ForwardSetting of(ConditionContext context) {
        return Binder.get(context.getEnvironment())
                .bind("larder.forward", ForwardSetting.class)
                .orElse(CACHED_ROUTES);
    }

    /** Matches if Larder's client sends any requests. */
    static final class ByLarder implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return of(context) != GATEWAY;
        }
    }

    /** Matches if requests are {@linkplain #isNative forwarded at their connections}. */
    static final class AtConnections implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return of(context).isNative();
        }
    }
}
