package dev.larder.gateway.annotation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.service.annotation.GetExchange;

class UnreadAnnotationsTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                Controller.class,
                WithoutRoutes.class,
                BeanMethod.class,
                WriteMethod.class,
                RuleOfType.class,
                Forwarded.class
            })
    void refusesAnnotationOnATypeThatDeclaresNoRoutes(Class<?> type) {
        assertThatExceptionOfType(InvalidAnnotationException.class)
                .isThrownBy(() -> UnreadAnnotations.check(List.of(type, Contract.class)))
                .withMessageContaining(type.getSimpleName())
                .withMessageContaining("that declares no routes, so nothing reads it");
    }

    @Test
    void refusesAnnotationOnNonRouteMethodOfContract() {
        assertThatExceptionOfType(InvalidAnnotationException.class)
                .isThrownBy(() -> UnreadAnnotations.check(List.of(WithDefault.class)))
                .withMessageContaining("WithDefault.all(): @CacheTtl stands on a method that is no route");
    }

    @Test
    void acceptsAnnotationsOfContractsLocatorsAndInheritedMethods() {
        assertThatCode(() -> UnreadAnnotations.check(List.of(Contract.class, Inherited.class, Locators.class)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Controller.class,
                WithoutRoutes.class,
                BeanMethod.class,
                WriteMethod.class,
                RuleOfType.class,
                Forwarded.class
            })
    void detectsAnnotatedTypeByItsMetadata(Class<?> type) {
        org.assertj.core.api.Assertions.assertThat(UnreadAnnotations.mayBeIn(AnnotationMetadata.introspect(type)))
                .isTrue();
    }

    static class Controller {
        @GetMapping("/users")
        @CacheTtl("30s")
        String users() {
            return "";
        }
    }

    interface WithoutRoutes {
        @GetExchange("/users")
        @StaleWhileRevalidate("30s")
        String users();
    }

    static class BeanMethod {
        @Bean
        @CacheTtl("30s")
        String routes() {
            return "";
        }
    }

    static class WriteMethod {
        @Invalidates("users")
        void write() {
            // nothing
        }
    }

    @CacheRule(ttl = "30s")
    interface RuleOfType {
        @GetExchange("/users")
        String users();
    }

    static class Forwarded {
        @NoCache
        void read() {
            // nothing
        }
    }

    interface Inherited {
        @GetExchange("/inherited")
        @CacheTtl("30s")
        String inherited();
    }

    @LarderRoutes(uri = "lb://users")
    @CacheRule(ttl = "10s")
    interface Contract extends Inherited {
        @GetExchange("/users")
        @CacheTtl("30s")
        String users();
    }

    @LarderRoutes(uri = "lb://users")
    interface WithDefault {
        @CacheTtl("30s")
        default String all() {
            return "";
        }
    }

    static class Locators {
        @Bean
        @CacheRule(ttl = "30s")
        String routes() {
            return "";
        }
    }
}
