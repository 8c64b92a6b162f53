package dev.larder.gateway.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.annotation.sample.UserRoutes;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.RuleProperties;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.reactive.GenericReactiveWebApplicationContext;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

/** An application that is built ahead of time has the routes and rules of its annotations without looking for them. */
@CompileWithForkedClassLoader
class AheadOfTimeTest {

    @Test
    void keepsRoutesAndRulesOfAnnotations() {
        aheadOfTime((context, hints) -> {
            assertThat(context.getBean(ContractRouteDefinitionLocator.class)
                            .getRouteDefinitions()
                            .map(RouteDefinition::getId)
                            .collectList()
                            .block())
                    .containsExactlyInAnyOrder("users-list", "users-get", "users-me", "users-photo", "users-create");
            var rules = RuleProperties.of(context.getEnvironment());
            assertThat(rules.get("users-list").freshness().ttl()).isEqualTo(Duration.ofSeconds(30));
            assertThat(rules.get("users-create").invalidation().coupledPools()).containsExactly("skills", "paths");
            assertThat(rules.get("users-me").requests().methods()).isEmpty();
            assertThat(rules.get("catalogue").invalidation().pool()).isEqualTo("goods");
            assertThat(context.getBean(RouteLocator.class)
                            .getRoutes()
                            .blockFirst()
                            .getFilters())
                    .hasAtLeastOneElementOfType(CacheFilter.class);
        });
    }

    @Tag("thorough")
    @Test
    void resolvesPlaceholdersAtStartupNotAtBuildTime() {
        aheadOfTime((context, hints) -> assertThat(context.getBean(ContractRouteDefinitionLocator.class)
                        .getRouteDefinitions()
                        .map(route -> route.getUri().toString())
                        .collectList()
                        .block())
                .containsOnly("http://started.example"));
    }

    @Tag("thorough")
    @Test
    void registersReflectionAndResourceHints() {
        aheadOfTime((context, hints) -> {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onMethodInvocation(CacheGatewayFilterFactory.Config.class, "setValue"))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onType(LarderProperties.class))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection()
                            .onType(CachePolicy.FreshnessPolicy.class)
                            .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onType(RuleProperties.Requests.class))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onType(RuleProperties.Freshness.class))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onType(RuleProperties.Key.class))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.resource().forResource("META-INF/spring-configuration-metadata.json"))
                    .accepts(hints);
        });
    }

    /** Builds an application ahead of time, without its class path being looked at when it is started. */
    private static void aheadOfTime(BiConsumer<GenericApplicationContext, RuntimeHints> test) {
        var built = new GenericReactiveWebApplicationContext();
        AnnotationConfigUtils.registerAnnotationConfigProcessors(built);
        TestPropertyValues.of("users.uri=http://built.example").applyTo(built);
        AutoConfigurationPackages.register(built, UserRoutes.class.getPackageName());
        List.of(
                        RuleAnnotationConfigurationTest.Gateway.class,
                        RuleAnnotationConfigurationTest.RuledRoutes.class,
                        PropertyPlaceholderAutoConfiguration.class,
                        LarderAutoConfiguration.class)
                .forEach(type -> built.registerBean(type));
        var generation = new TestGenerationContext();
        new ApplicationContextAotGenerator().processAheadOfTime(built, generation);
        generation.writeGeneratedContent();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (var started = new GenericReactiveWebApplicationContext()) {
                TestPropertyValues.of("users.uri=http://started.example").applyTo(started);
                initializer(compiled.getInstance(ApplicationContextInitializer.class))
                        .initialize(started);
                started.refresh();
                test.accept(started, generation.getRuntimeHints());
            }
        });
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextInitializer<GenericApplicationContext> initializer(
            ApplicationContextInitializer<?> generated) {
        return (ApplicationContextInitializer<GenericApplicationContext>) generated;
    }
}
