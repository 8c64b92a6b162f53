package dev.larder.writes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.writes.autoconfigure.balanced.BalancedOrders;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;
import reactor.core.publisher.Flux;

/** What is wrong about buffered writes stops the start with one message: the setting, its value, why, and what to write instead. */
class WrongBufferTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String ROUTES =
            ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE;
    private static final String BUFFER = "larder.writes.path=target/never;larder.rules.w.buffer.flush-count=10";

    private Environment environment = new MockEnvironment();

    private final ReactiveWebApplicationContextRunner runner =
            WritesApplicationFixture.runner().withInitializer(context -> environment = context.getEnvironment());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ROUTES
                        + "filters=BufferedWrites | has the value 'BufferedWrites' | it names no rule | BufferedWrites=orders, with larder.rules.orders.buffer.bulk=/bulk/{path}",
                ROUTES
                        + "filters=BufferedWrites=carts | has the value 'BufferedWrites=carts' | there is no rule larder.rules.carts | larder.rules.carts.buffer.bulk=/bulk/{path} beside it",
                ROUTES
                        + "filters=BufferedWrites=plain;larder.rules.plain.paths=/x | routes (r) has the value 'BufferedWrites=plain' | the rule larder.rules.plain has no buffer | WriteInvalidation in its place",
                ROUTES + "filters=BufferedWrites=w,Cache=30s;" + BUFFER
                        + " | has the value 'BufferedWrites=w' | the route has the filter Cache too | Cache=w in the place of both",
                ROUTES + "filters=BufferedWrites=w;spring.cloud.gateway.server.webflux.default-filters=Cache;" + BUFFER
                        + " | routes (r) has the value 'BufferedWrites=w' | the route has the filter Cache too | Cache=w",
                ROUTES + "filters=BufferedWrites=w;" + ROUTE + "uri=lb://orders;larder.rules.w.buffer.bulk=/bulk;"
                        + BUFFER
                        + " | routes (r) has the value 'BufferedWrites=w' | deliveries cannot reach lb://orders | larder.rules.w.buffer.bulk=http://orders:8080/bulk/{path} beside it",
                "larder.rules.w.paths=/x;larder.rules.w.methods=GET,HEAD,post;larder.rules.w.key.content=1KB;" + BUFFER
                        + " | larder.rules.w.buffer.methods has the value 'POST' | larder.rules.w.methods has it too | larder.rules.w.methods=GET,HEAD beside it",
                "larder.rules.w.buffer.bulk=/bulk | larder.writes.path has no value | have to be kept somewhere | larder.writes.path=/var/lib/larder/writes",
                "larder.rules.w.buffer.methods=PUT,POST;larder.rules.w.buffer.bulk=/bulk;larder.rules.w.paths=/x;"
                        + BUFFER
                        + " | larder.rules.w.buffer.methods has the value 'PUT,POST' | the items of a batch in this format have no method | larder.rules.w.buffer.format=multipart",
                "larder.rules.w.buffer.methods=DELETE;" + BUFFER
                        + " | larder.rules.w.buffer.methods has the value 'DELETE' | cannot be buffered | POST, PUT or PATCH",
                "larder.rules.w.buffer.order-by=pat;" + BUFFER
                        + " | order-by has the value 'pat' | no order is known | path, target, none",
                "larder.rules.w.buffer.bulk=bulk;" + BUFFER
                        + " | bulk has the value 'bulk' | neither a path at the origin nor a URL | /bulk/{path}",
                "larder.writes.max-size=1KB;" + BUFFER
                        + " | larder.writes.max-size has the value '1KB' | the maximum size of one write | 1GB",
                "larder.rules.w.buffer.flush-cuont=1;" + BUFFER
                        + " | larder.rules.w.buffer.flush-cuont has the value '1' | no such property | larder.rules.w.buffer.flush-count"
            })
    void startFailsNamingPropertyReasonAndRemedy(String properties, String where, String why, String action) {
        String[] each = properties.split(";");
        var written = new MockEnvironment();
        Arrays.stream(each)
                .map(property -> property.split("=", 2))
                .forEach(property -> written.setProperty(property[0], property[1]));
        runner.withPropertyValues(each).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = WritesApplicationFixture.analysis(context.getStartupFailure(), written);
            assertThat(analysis.getDescription()).startsWith("The property ").contains(where, why);
            assertThat(analysis.getAction()).startsWith("Write for example ").contains(action);
        });
    }

    @Test
    void namesMethodOfInvalidNumberAttribute() {
        refuses(
                NoCount.class,
                "larder.rules.orders.buffer.flush-count",
                "It comes from @BufferedWrite(flushCount = -1) of WrongBufferTest.NoCount.orders().");
    }

    @Test
    void namesMethodOfInvalidStringAttribute() {
        refuses(
                NoFormat.class,
                "larder.rules.orders.buffer.format",
                "It comes from @BufferedWrite(format = \"xml\") of WrongBufferTest.NoFormat.orders().");
    }

    @Test
    void namesMethodOfInvalidListAttribute() {
        refuses(
                NoField.class,
                "larder.rules.orders.buffer.fields-per-batch",
                "It comes from @BufferedWrite(fieldsPerBatch = {\"From\", \"a b\"}) of"
                        + " WrongBufferTest.NoField.orders().");
    }

    @Test
    void refusesContractBehindLoadBalancer() {
        WritesApplicationFixture.withContracts(runner, BalancedOrders.class)
                .withPropertyValues("larder.writes.path=target/never")
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis =
                            WritesApplicationFixture.analysis(context.getStartupFailure(), new MockEnvironment());
                    assertThat(analysis.getDescription())
                            .contains(
                                    "BalancedOrders: @LarderRoutes(uri = \"lb://a\") leads to lb://a, which deliveries of"
                                            + " balancedOrders-create cannot reach, as it is neither http nor https.");
                    assertThat(analysis.getAction())
                            .contains("@BufferedWrite(bulk = \"http://orders:8080/bulk/{path}\")");
                });
    }

    private void refuses(Class<?> routes, String property, String origin) {
        runner.withPropertyValues("larder.writes.path=target/never")
                .withUserConfiguration(routes)
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis =
                            WritesApplicationFixture.analysis(context.getStartupFailure(), environment);
                    assertThat(analysis.getDescription())
                            .containsIgnoringCase(property)
                            .contains(origin);
                    assertThat(analysis.getAction()).startsWith("Write for example ");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class NoCount {

        @Bean
        @BufferedWrite(flushCount = -1)
        RouteLocator orders() {
            return Flux::empty;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoFormat {

        @Bean
        @BufferedWrite(format = "xml")
        RouteLocator orders() {
            return Flux::empty;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoField {

        @Bean
        @BufferedWrite(fieldsPerBatch = {"From", "a b"})
        RouteLocator orders() {
            return Flux::empty;
        }
    }
}
