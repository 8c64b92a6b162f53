package dev.larder.gateway.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.AssertableReactiveWebApplicationContext;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import reactor.core.publisher.Flux;

/** A wrong annotation stops the start with one message that names the method, what is wrong, and what to write. */
class WrongAnnotationsTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class, LarderAutoConfiguration.class))
            .withUserConfiguration(RuleAnnotationConfigurationTest.Gateway.class)
            .withPropertyValues("soon=soon")
            .withInitializer(context -> environment = context.getEnvironment());
    private Environment environment;

    static Stream<Arguments> wrongValues() {
        return Stream.of(
                arguments(
                        WrongContracts.NoDuration.class,
                        "NoDuration.list(): @CacheTtl(\"soon\") is no duration.",
                        "@CacheTtl(\"30s\")"),
                arguments(
                        WrongContracts.NoDurationInRule.class,
                        "NoDurationInRule.list(): @CacheRule(staleIfError = \"long\") is no duration.",
                        "@CacheRule(staleIfError = \"30s\")"),
                arguments(
                        WrongContracts.TtlOfWrite.class,
                        "TtlOfWrite.create(): @CacheTtl stands on @PostExchange(\"/a\"), but only answers to GET and HEAD"
                                + " are stored.",
                        "the method without it"),
                arguments(
                        WrongContracts.NoCacheWithTtl.class,
                        "NoCacheWithTtl.list(): @CacheTtl contradicts @NoCache.",
                        "the method without it"),
                arguments(
                        WrongContracts.TwoLifetimes.class,
                        "TwoLifetimes.list(): @CacheTtl contradicts @CacheRule.",
                        "the method without it"),
                arguments(
                        WrongContracts.ReadInvalidates.class,
                        "ReadInvalidates.list(): @Invalidates stands on @GetExchange(\"/a\"), but only writes make pools"
                                + " wrong.",
                        "the method without it"),
                arguments(
                        WrongContracts.NoPool.class,
                        "NoPool.create(): @Invalidates(\"\") names no pool.",
                        "@Invalidates(\"skills\")"));
    }

    static Stream<Arguments> durationsWithoutUnit() {
        return Stream.of(
                arguments(
                        WrongContracts.NoUnit.class,
                        "NoUnit.list(): @StaleWhileRevalidate(\"5\") has no unit, so it would be milliseconds.",
                        "@StaleWhileRevalidate(\"5s\")"),
                arguments(
                        WrongContracts.NoUnitOfTtl.class,
                        "NoUnitOfTtl.list(): @CacheTtl(\"30\") has no unit, so it would be milliseconds.",
                        "@CacheTtl(\"30s\")"));
    }

    static Stream<Arguments> wrongBuffers() {
        return Stream.of(
                arguments(
                        WrongContracts.BufferedRead.class,
                        "BufferedRead.list(): @BufferedWrite stands on @GetExchange(\"/a\"), but only POST, PUT and PATCH"
                                + " are buffered.",
                        "the method without it"),
                arguments(
                        WrongContracts.BufferedDelete.class,
                        "BufferedDelete.delete(): @BufferedWrite stands on @DeleteExchange(\"/a\"), but only POST, PUT and"
                                + " PATCH are buffered.",
                        "the method without it"),
                arguments(
                        WrongContracts.BufferedMethods.class,
                        "BufferedMethods.create(): @BufferedWrite(methods = {\"PUT\", \"PATCH\"}) says which methods, but"
                                + " @PostExchange(\"/a\") does.",
                        "@BufferedWrite without methods"),
                arguments(
                        WrongContracts.BufferedMethodsOfAll.class,
                        "BufferedMethodsOfAll: @BufferedWrite(methods = {\"PUT\"}) says which methods, but the exchange"
                                + " annotations do.",
                        "@BufferedWrite without methods"),
                arguments(
                        WrongContracts.HeldReadsOfWrite.class,
                        "HeldReadsOfWrite.create(): @BufferedWrite(readsWhileWritePending = \"bypass\") says what becomes of reads, but"
                                + " the method writes.",
                        "it on the interface"),
                arguments(
                        WrongContracts.NoAge.class,
                        "NoAge.create(): @BufferedWrite(flushInterval = \"soon\") is no duration.",
                        "@BufferedWrite(flushInterval = \"30s\")"));
    }

    static Stream<Arguments> buffersOfNothing() {
        return Stream.of(
                arguments(
                        WrongContracts.ComposedBufferedRead.class,
                        "ComposedBufferedRead.list(): @BufferedWrite stands on @GetExchange(\"/a\"), but only POST, PUT"
                                + " and PATCH are buffered.",
                        "the method without it"),
                arguments(
                        WrongContracts.BufferedWithoutWrites.class,
                        "BufferedWithoutWrites: @BufferedWrite stands on an interface that has no method for POST, PUT or"
                                + " PATCH, so it would buffer nothing.",
                        "the interface without it"),
                arguments(
                        WrongContracts.BufferedWithoutRoutes.class,
                        "BufferedWithoutRoutes: @BufferedWrite stands on a type that declares no routes, so it would"
                                + " buffer nothing.",
                        "@LarderRoutes(uri = \"http://orders:8080\") beside it"));
    }

    static Stream<Arguments> wrongContracts() {
        return Stream.of(
                arguments(
                        WrongContracts.NoExchange.class,
                        "NoExchange.list(): no annotation says which requests it stands for.",
                        "@GetExchange(\"/users\")"),
                arguments(
                        WrongContracts.NoMethod.class,
                        "NoMethod.list(): @HttpExchange(\"/a\") names no method.",
                        "@GetExchange(\"/a\")"),
                arguments(
                        WrongContracts.NoPath.class,
                        "NoPath.list(): @GetExchange(\"/a?b=c\") makes the path /a?b=c",
                        "@GetExchange"),
                arguments(
                        WrongContracts.NoPattern.class,
                        "NoPattern.list(): @GetExchange(\"/a/{b\")",
                        "@GetExchange(\"/users/{id}\")"),
                arguments(
                        WrongContracts.NoRuleName.class,
                        "NoRuleName.list(): @CacheRule(name = \"a.b\") makes the rule's name a.b",
                        "@CacheRule(name = "),
                arguments(
                        WrongContracts.OneRule.class,
                        "OneRule: @CacheRule(name = \"one\") names one rule",
                        "@LarderRoutes(name"));
    }

    static Stream<Arguments> wrongTogether() {
        return Stream.of(
                arguments(
                        WrongContracts.SameName.class,
                        "SameName.get(): another method has the same name",
                        "methods with names"),
                arguments(
                        WrongContracts.Contradiction.class,
                        "Contradiction.two(): @CacheTtl(\"2s\") contradicts @CacheTtl(\"1s\") of Contradiction.one() in the"
                                + " rule shared.",
                        "the same in both"),
                arguments(
                        WrongContracts.NoOrigin.class,
                        "NoOrigin: @LarderRoutes(uri = \"users\") has no scheme and host.",
                        "lb://users"),
                arguments(
                        WrongContracts.NoPlaceholder.class,
                        "NoPlaceholder: @LarderRoutes(uri = \"${nowhere}\") cannot",
                        "lb://users"),
                arguments(
                        WrongContracts.NoInterface.class,
                        "NoInterface: @LarderRoutes stands on a class",
                        "an interface"));
    }

    static Stream<Arguments> wrongAsProperties() {
        return Stream.of(
                arguments(
                        WrongContracts.NoTime.class,
                        "larder.rules.noTime-list.ttl",
                        "'0s', but a lifetime is a duration of one second or more. It comes from @CacheTtl(\"0s\") of NoTime.list()."),
                arguments(
                        WrongContracts.ShortTime.class,
                        "larder.rules.shortTime-list.stale-while-revalidate",
                        "'500ms', but a lifetime is a duration of one second or more. It comes from"
                                + " @StaleWhileRevalidate(\"500ms\") of ShortTime.list()."),
                arguments(
                        WrongContracts.NoVariable.class,
                        "larder.rules.noVariable-list.pool",
                        "It comes from @CacheRule(pool = \"user-{id}\") of NoVariable.list()."),
                arguments(
                        WrongContracts.NoStore.class,
                        "larder.rules.noStore-list.store",
                        "It comes from @CacheRule(store = \"attic\") of NoStore.list()."),
                arguments(
                        WrongContracts.NoOverride.class,
                        "larder.rules.noOverride-list.ttl-overrides",
                        "It comes from @CacheRule(ttlOverrides = true) of NoOverride.list()."),
                arguments(WrongContracts.SamePath.class, ".paths", "It comes from @GetExchange(\"/a\") of SamePath."),
                arguments(
                        WrongContracts.NoResolvedDuration.class,
                        "larder.rules.noResolvedDuration-list.ttl",
                        "but that is not a duration. It comes from @CacheTtl(\"${soon}\") of NoResolvedDuration.list()."));
    }

    @ParameterizedTest
    @MethodSource({
        "wrongValues",
        "durationsWithoutUnit",
        "wrongBuffers",
        "buffersOfNothing",
        "wrongContracts",
        "wrongTogether"
    })
    void startupFailureNamesAnnotatedMethodAndRemedy(Class<?> contract, String description, String remedy) {
        withContract(contract).run(context -> {
            FailureAnalysis analysis = analysis(context);
            assertThat(outermost(analysis)).contains(description);
            assertThat(analysis.getAction()).startsWith("Write for example ").contains(remedy);
        });
    }

    @ParameterizedTest
    @MethodSource("wrongAsProperties")
    void namesMethodWhoseAnnotationSetsInvalidProperty(Class<?> contract, String property, String origin) {
        withContract(contract).run(context -> {
            FailureAnalysis analysis = analysis(context);
            assertThat(outermost(analysis)).containsIgnoringCase(property).contains(origin);
            assertThat(analysis.getAction()).startsWith("Write for example ");
        });
    }

    @Test
    void doesNotMentionAnnotationIfExplicitPropertyIsInvalid() {
        withContract(WrongContracts.Right.class)
                .withPropertyValues("larder.rules.right-list.ttl=0s")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("larder.rules.right-list.ttl", "'0s'")
                        .doesNotContain("It comes from"));
    }

    @Test
    void rejectsCacheRuleOnBeanThatIsNoRouteLocator() {
        runner.withUserConfiguration(NoRoutes.class)
                .run(context -> assertThat(analysis(context).getDescription())
                        .isEqualTo("WrongAnnotationsTest.NoRoutes.text(): @CacheRule stands on a method that makes no"
                                + " RouteLocator."));
    }

    @Test
    void rejectsBufferedWriteOnBeanThatIsNoRouteLocator() {
        runner.withUserConfiguration(NoBufferedRoutes.class)
                .run(context -> assertThat(analysis(context).getDescription())
                        .isEqualTo(
                                "WrongAnnotationsTest.NoBufferedRoutes.text(): @BufferedWrite stands on a method that"
                                        + " makes no RouteLocator."));
    }

    @Test
    void namesTheAbsentJarAndTheMethodThatNeedsIt() {
        runner.withUserConfiguration(BufferedRoutes.class).run(context -> {
            FailureAnalysis analysis = analysis(context);
            assertThat(analysis.getDescription())
                    .contains("larder.rules.routes.buffer.", "dev.larder:larder-writes")
                    .endsWith(" It comes from @BufferedWrite of WrongAnnotationsTest.BufferedRoutes.routes().");
            assertThat(analysis.getAction()).startsWith("Add the dependency dev.larder:larder-writes");
        });
    }

    @Test
    void rejectsReadsWhileWritePendingIfNothingIsCached() {
        runner.withUserConfiguration(HeldReadsOfNothing.class)
                .run(context -> assertThat(analysis(context).getDescription())
                        .isEqualTo(
                                "WrongAnnotationsTest.HeldReadsOfNothing.routes(): @BufferedWrite says what becomes of"
                                        + " reads, but nothing of these routes is cached."));
    }

    private ReactiveWebApplicationContextRunner withContract(Class<?> type) {
        return runner.withInitializer(
                context -> ContractRegistrar.register(type, (BeanDefinitionRegistry) context.getBeanFactory()));
    }

    /** As if the contracts were types of their own. */
    private static String outermost(FailureAnalysis analysis) {
        return analysis.getDescription().replace("WrongContracts.", "");
    }

    /** What the analyzers that a start asks say of it. */
    private FailureAnalysis analysis(AssertableReactiveWebApplicationContext context) {
        assertThat(context).hasFailed();
        var arguments = ArgumentResolver.of(Environment.class, environment)
                .and(BeanFactory.class, new DefaultListableBeanFactory());
        List<FailureAnalysis> analyses =
                SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, arguments).stream()
                        .filter(analyzer -> analyzer.getClass().getName().startsWith("dev.larder."))
                        .map(analyzer -> analyzer.analyze(context.getStartupFailure()))
                        .filter(analysis -> analysis != null)
                        .toList();
        assertThat(analyses).as("for %s", context.getStartupFailure()).hasSize(1);
        return analyses.get(0);
    }

    @Configuration(proxyBeanMethods = false)
    static class NoRoutes {

        @Bean
        @CacheRule(ttl = "30s")
        String text() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoBufferedRoutes {

        @Bean
        @BufferedWrite
        String text() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HeldReadsOfNothing {

        @Bean
        @BufferedWrite(readsWhileWritePending = "flush-first")
        RouteLocator routes() {
            return Flux::empty;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BufferedRoutes {

        @Bean
        @BufferedWrite
        RouteLocator routes() {
            return Flux::empty;
        }
    }
}
