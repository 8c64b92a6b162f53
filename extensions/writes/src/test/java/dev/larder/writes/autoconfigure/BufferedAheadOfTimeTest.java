package dev.larder.writes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.filter.UnsafeRequestRuleFilter;
import dev.larder.writes.autoconfigure.contract.OrderRoutes;
import dev.larder.writes.intake.BufferedWritesGatewayFilterFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.reactive.GenericReactiveWebApplicationContext;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

/** An application that is built ahead of time buffers what its annotations say. */
class BufferedAheadOfTimeTest {

    @TempDir
    private Path folder;

    @Tag("thorough")
    @Test
    @CompileWithForkedClassLoader
    void aheadOfTimeProcessingKeepsBufferedWriteAnnotations() {
        var built = new GenericReactiveWebApplicationContext();
        AnnotationConfigUtils.registerAnnotationConfigProcessors(built);
        AutoConfigurationPackages.register(built, OrderRoutes.class.getPackageName());
        List.of(
                        WritesApplicationFixture.class,
                        BufferedWriteAnnotationTest.Orders.class,
                        PropertyPlaceholderAutoConfiguration.class,
                        LarderAutoConfiguration.class,
                        LarderWritesAutoConfiguration.class)
                .forEach(type -> built.registerBean(type));
        var generation = new TestGenerationContext();
        new ApplicationContextAotGenerator().processAheadOfTime(built, generation);
        generation.writeGeneratedContent();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (var started = new GenericReactiveWebApplicationContext()) {
                TestPropertyValues.of("larder.writes.path=" + folder, "orders.age=3s")
                        .applyTo(started);
                initializer(compiled.getInstance(ApplicationContextInitializer.class))
                        .initialize(started);
                started.refresh();
                check(started, generation.getRuntimeHints());
            }
        });
    }

    private static void check(GenericApplicationContext started, RuntimeHints hints) {
        assertThat(WritesApplicationFixture.rule(started, "orders-create").buffer())
                .extracting(buffer -> buffer.batches().flushInterval())
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(WritesApplicationFixture.rule(started, "orderRoutes").buffer())
                .extracting(buffer -> buffer.batches().bulk())
                .isEqualTo("/bulk/orders");
        assertThat(started.getBean(RouteLocator.class).getRoutes().blockFirst().getFilters())
                .hasAtLeastOneElementOfType(UnsafeRequestRuleFilter.class);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(BufferedWritesGatewayFilterFactory.Config.class, "setValue"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(WriteRuleProperties.OfReads.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(BufferedWriteProperties.Batches.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(WritesProperties.class))
                .accepts(hints);
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextInitializer<GenericApplicationContext> initializer(
            ApplicationContextInitializer<?> generated) {
        return (ApplicationContextInitializer<GenericApplicationContext>) generated;
    }
}
