package dev.larder.gateway.autoconfigure.annotated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.LarderWritesEndpoint;
import dev.larder.gateway.autoconfigure.BufferProperties;
import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderOperatorsAutoConfiguration;
import dev.larder.gateway.autoconfigure.RuleProperties;
import dev.larder.gateway.autoconfigure.annotated.buffered.OrderRoutes;
import dev.larder.gateway.filter.BufferedWritesFilter;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.route.HeldReads;
import dev.larder.gateway.route.annotation.BufferedWrite;
import dev.larder.gateway.route.annotation.CacheRule;
import dev.larder.gateway.writebehind.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;

/** What {@link BufferedWrite} makes of an application, and what wins over it. */
class BufferedWriteAnnotationTest {

    @TempDir
    private Path folder;

    private ReactiveWebApplicationContextRunner runner;
    private ReactiveWebApplicationContextRunner withContract;

    @BeforeEach
    void prepare() {
        runner = new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        PropertyPlaceholderAutoConfiguration.class,
                        LarderAutoConfiguration.class,
                        LarderOperatorsAutoConfiguration.class,
                        LarderActuateAutoConfiguration.class))
                .withUserConfiguration(AnnotationConfigurationTest.Gateway.class)
                .withPropertyValues(
                        "larder.writes.path=" + folder,
                        "management.endpoints.web.exposure.include=larder,larderwrites");
        withContract = runner.withInitializer(context -> AutoConfigurationPackages.register(
                (BeanDefinitionRegistry) context.getBeanFactory(), OrderRoutes.class.getPackageName()));
    }

    @Test
    void what_an_interface_says_is_for_its_methods_that_can_be_buffered() {
        withContract.run(context -> {
            BufferProperties create = buffer(context, "orders-create");
            assertThat(create.methods()).containsExactly("POST");
            assertThat(create.bulk()).isEqualTo("/bulk/{path}");
            assertThat(create.flushAge()).isEqualTo(Duration.ofSeconds(2));
            assertThat(create.contentTypes()).containsExactly("a/b");
            assertThat(create.onlyIfPreferred()).isFalse();
            assertThat(create.flushCount()).isEqualTo(10_000);
            assertThat(rule(context, "orders-delete").buffer()).isNull();
            assertThat(rule(context, "orders-list").buffer()).isNull();
        });
    }

    @Test
    void what_a_method_says_takes_the_place_of_what_its_interface_says() {
        withContract.run(context -> {
            BufferProperties replace = buffer(context, "orders-replace");
            assertThat(replace.methods()).containsExactly("PUT");
            assertThat(replace.bulk()).as("of the interface").isEqualTo("/bulk/{path}");
            assertThat(replace.format()).isEqualTo(Channel.Format.NDJSON);
            assertThat(replace.contentTypes()).containsExactlyInAnyOrder("application/json", "text/json");
            assertThat(replace.maxSize()).isEqualTo(DataSize.ofKilobytes(64));
            assertThat(replace.onlyIfPreferred()).isTrue();
            assertThat(replace.orderBy()).isEqualTo("json:/customer");
            assertThat(replace.sameKey()).isEqualTo(Channel.SameKey.ONE_BY_ONE);
            assertThat(replace.flushCount()).isEqualTo(500);
            assertThat(replace.flushSize()).isEqualTo(DataSize.ofMegabytes(1));
            assertThat(replace.flushAge()).isEqualTo(Duration.ofSeconds(1));
            assertThat(replace.fieldsPerBatch()).containsExactly("Authorization");
            assertThat(buffer(context, "orders-note").fieldsPerItem()).containsExactly("Authorization", "From");
        });
    }

    @Test
    void held_reads_are_those_of_the_methods_that_read() {
        withContract.run(context -> {
            assertThat(rule(context, "orders-list").heldReads()).isEqualTo(HeldReads.FLUSH_FIRST);
            assertThat(rule(context, "orders-create").heldReads()).isEqualTo(HeldReads.BYPASS);
        });
    }

    @Test
    void a_composed_annotation_says_what_it_is_composed_of() {
        withContract.run(context -> {
            assertThat(buffer(context, "orders-cancel").methods()).containsExactly("POST");
            assertThat(buffer(context, "orders-cancel").flushCount()).isEqualTo(7);
        });
    }

    @Test
    void a_bulk_endpoint_that_a_property_says_makes_a_contract_behind_a_load_balancer_right() {
        var balanced = runner.withInitializer(context -> ContractRegistrar.register(
                WrongContracts.BufferedBehindBalancer.class, (BeanDefinitionRegistry) context.getBeanFactory()));
        balanced.withPropertyValues("larder.rules.bufferedBehindBalancer-create.buffer.bulk=http://a:1/bulk")
                .run(context -> assertThat(
                                buffer(context, "bufferedBehindBalancer-create").bulk())
                        .isEqualTo("http://a:1/bulk"));
    }

    @Test
    void properties_win_one_by_one() {
        withContract
                .withPropertyValues(
                        "larder.rules.orders-replace.buffer.flush-age=9s",
                        "larder.rules.orders-replace.buffer.content-types=c/d",
                        "larder.rules.orders-replace.buffer.attempts=3")
                .run(context -> {
                    BufferProperties replace = buffer(context, "orders-replace");
                    assertThat(replace.flushAge()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(replace.contentTypes()).containsExactly("c/d");
                    assertThat(replace.attempts()).isEqualTo(3);
                    assertThat(replace.flushCount()).isEqualTo(500);
                });
    }

    @Test
    void a_locator_that_says_nothing_else_caches_nothing() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            assertThat(buffer(context, "orderRoutes").methods()).containsExactlyInAnyOrder("POST", "PATCH");
            assertThat(route(context, "a").getFilters()).singleElement().isInstanceOf(BufferedWritesFilter.class);
            assertThat(route(context, "own").getFilters()).singleElement().isInstanceOf(CacheFilter.class);
        });
    }

    @Test
    void a_locator_with_a_rule_for_its_cache_has_one_rule_for_both() {
        runner.withUserConfiguration(CachedOrders.class).run(context -> {
            assertThat(buffer(context, "orders").methods()).containsExactly("POST");
            assertThat(rule(context, "orders").heldReads()).isEqualTo(HeldReads.SERVE_STALE);
            assertThat(rule(context, "orders").ttl()).isEqualTo(Duration.ofSeconds(30));
            assertThat(route(context, "a").getFilters()).singleElement().isInstanceOf(CacheFilter.class);
        });
    }

    @Test
    void the_endpoint_is_there_where_only_an_annotation_buffers_writes() {
        runner.run(context -> assertThat(context).doesNotHaveBean(LarderWritesEndpoint.class));
        withContract.run(context -> assertThat(context).hasSingleBean(LarderWritesEndpoint.class));
        runner.withUserConfiguration(Orders.class)
                .run(context -> assertThat(context).hasSingleBean(LarderWritesEndpoint.class));
    }

    private static RuleProperties rule(ApplicationContext context, String name) {
        RuleProperties rule = AnnotationConfigurationTest.rules(context).get(name);
        assertThat(rule).as(name).isNotNull();
        return rule;
    }

    private static BufferProperties buffer(ApplicationContext context, String rule) {
        BufferProperties buffer = rule(context, rule).buffer();
        assertThat(buffer).as(rule).isNotNull();
        return buffer;
    }

    private static Route route(ApplicationContext context, String id) {
        return context.getBean(RouteLocator.class)
                .getRoutes()
                .filter(route -> route.getId().equals(id))
                .blockFirst();
    }

    private static Route route(String id, List<GatewayFilter> filters) {
        return Route.async()
                .id(id)
                .uri("http://127.0.0.1:9000")
                .predicate(exchange -> true)
                .filters(filters)
                .build();
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        @Bean
        @BufferedWrite(
                bulk = "/bulk/orders",
                methods = {"POST", "PATCH"})
        RouteLocator orderRoutes(CacheGatewayFilterFactory cache) {
            return () -> Flux.just(route("a", List.of()), route("own", List.of(cache.cache())));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CachedOrders {

        @Bean
        @CacheRule(name = "orders", ttl = "30s")
        @BufferedWrite(heldReads = "serve-stale")
        RouteLocator orderRoutes() {
            return () -> Flux.just(route("a", List.of()));
        }
    }
}
