package dev.larder.writes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.RuleProperties;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.UnsafeRequestRuleFilter;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.actuate.LarderWritesEndpoint;
import dev.larder.writes.autoconfigure.balanced.BalancedOrders;
import dev.larder.writes.autoconfigure.contract.OrderRoutes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        runner = WritesApplicationFixture.runner()
                .withPropertyValues(
                        "larder.writes.path=" + folder,
                        "management.endpoints.web.exposure.include=larder,larderwrites");
        withContract = WritesApplicationFixture.withContracts(runner, OrderRoutes.class);
    }

    @Test
    void interfaceAnnotationAppliesToBufferableMethods() {
        withContract.run(context -> {
            BufferedWriteProperties create = buffer(context, "orders-create");
            assertThat(create.acceptance().methods()).containsExactly("POST");
            assertThat(create.batches().bulk()).isEqualTo("/bulk/{path}");
            assertThat(create.batches().flushInterval()).isEqualTo(Duration.ofSeconds(2));
            assertThat(create.acceptance().contentTypes()).containsExactly("a/b");
            assertThat(create.acceptance().onlyIfPreferred()).isFalse();
            assertThat(create.batches().flushCount()).isEqualTo(10_000);
            assertThat(WritesApplicationFixture.rule(context, "orders-delete")).isNull();
            assertThat(WritesApplicationFixture.rule(context, "orders-list").buffer())
                    .isNull();
        });
    }

    @Test
    void methodAnnotationOverridesInterfaceAnnotation() {
        withContract.run(context -> {
            BufferedWriteProperties replace = buffer(context, "orders-replace");
            assertThat(replace.acceptance().methods()).containsExactly("PUT");
            assertThat(replace.batches().bulk()).as("of the interface").isEqualTo("/bulk/{path}");
            assertThat(replace.batches().format()).isEqualTo(DeliveryChannel.Format.NDJSON);
            assertThat(replace.acceptance().contentTypes()).containsExactlyInAnyOrder("application/json", "text/json");
            assertThat(replace.acceptance().maxSize()).isEqualTo(DataSize.ofKilobytes(64));
            assertThat(replace.acceptance().onlyIfPreferred()).isTrue();
            assertThat(replace.acceptance().orderBy()).isEqualTo("json:/customer");
            assertThat(replace.batches().sameKey()).isEqualTo(DeliveryChannel.SameKey.ONE_BY_ONE);
            assertThat(replace.batches().flushCount()).isEqualTo(500);
            assertThat(replace.batches().flushSize()).isEqualTo(DataSize.ofMegabytes(1));
            assertThat(replace.batches().flushInterval()).isEqualTo(Duration.ofSeconds(1));
            assertThat(replace.batches().fieldsPerBatch()).containsExactly("Authorization");
            assertThat(buffer(context, "orders-note").batches().fieldsPerItem())
                    .containsExactly("Authorization", "From");
        });
    }

    @Test
    void readsWhileWritePendingAppliesToReadMethodsOnly() {
        withContract.run(context -> {
            assertThat(WritesApplicationFixture.rule(context, "orders-list").readsWhileWritePending())
                    .isEqualTo(ReadsWhileWritePending.FLUSH_FIRST);
            assertThat(WritesApplicationFixture.rule(context, "orders-create").readsWhileWritePending())
                    .isEqualTo(ReadsWhileWritePending.BYPASS);
        });
    }

    @Test
    void resolvesComposedAnnotation() {
        withContract.run(context -> {
            assertThat(buffer(context, "orders-cancel").acceptance().methods()).containsExactly("POST");
            assertThat(buffer(context, "orders-cancel").batches().flushCount()).isEqualTo(7);
        });
    }

    @Test
    void bulkPropertyAllowsContractBehindLoadBalancer() {
        var balanced = WritesApplicationFixture.withContracts(runner, BalancedOrders.class);
        balanced.withPropertyValues("larder.rules.balancedOrders-create.buffer.bulk=http://a:1/bulk")
                .run(context -> assertThat(buffer(context, "balancedOrders-create")
                                .batches()
                                .bulk())
                        .isEqualTo("http://a:1/bulk"));
    }

    @Test
    void propertiesOverrideAnnotationAttributesIndividually() {
        withContract
                .withPropertyValues(
                        "larder.rules.orders-replace.buffer.flush-interval=9s",
                        "larder.rules.orders-replace.buffer.content-types=c/d",
                        "larder.rules.orders-replace.buffer.attempts=3")
                .run(context -> {
                    BufferedWriteProperties replace = buffer(context, "orders-replace");
                    assertThat(replace.batches().flushInterval()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(replace.acceptance().contentTypes()).containsExactly("c/d");
                    assertThat(replace.delivery().attempts()).isEqualTo(3);
                    assertThat(replace.batches().flushCount()).isEqualTo(500);
                });
    }

    @Test
    void annotatedRouteLocatorWithoutCacheRuleCachesNothing() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            assertThat(buffer(context, "orderRoutes").acceptance().methods())
                    .containsExactlyInAnyOrder("POST", "PATCH");
            assertThat(route(context, "a").getFilters()).singleElement().isInstanceOf(UnsafeRequestRuleFilter.class);
            assertThat(route(context, "own").getFilters()).singleElement().isInstanceOf(CacheFilter.class);
        });
    }

    @Test
    void annotatedRouteLocatorWithCacheRuleHasOneRuleForBoth() {
        runner.withUserConfiguration(CachedOrders.class).run(context -> {
            assertThat(buffer(context, "orders").acceptance().methods()).containsExactly("POST");
            assertThat(WritesApplicationFixture.rule(context, "orders").readsWhileWritePending())
                    .isEqualTo(ReadsWhileWritePending.SERVE_STALE);
            assertThat(RuleProperties.of(context.getEnvironment())
                            .get("orders")
                            .freshness()
                            .ttl())
                    .isEqualTo(Duration.ofSeconds(30));
            assertThat(route(context, "a").getFilters()).singleElement().isInstanceOf(CacheFilter.class);
        });
    }

    @Test
    void endpointExistsIfOnlyAnnotationsBufferWrites() {
        runner.run(context -> assertThat(context).doesNotHaveBean(LarderWritesEndpoint.class));
        withContract.run(context -> assertThat(context).hasSingleBean(LarderWritesEndpoint.class));
        runner.withUserConfiguration(Orders.class)
                .run(context -> assertThat(context).hasSingleBean(LarderWritesEndpoint.class));
    }

    private static BufferedWriteProperties buffer(ApplicationContext context, String rule) {
        BufferedWriteProperties buffer =
                WritesApplicationFixture.rule(context, rule).buffer();
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
                format = "multipart",
                methods = {"POST", "PATCH"})
        RouteLocator orderRoutes(CacheGatewayFilterFactory cache) {
            return () -> Flux.just(route("a", List.of()), route("own", List.of(cache.cache())));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CachedOrders {

        @Bean
        @CacheRule(name = "orders", ttl = "30s")
        @BufferedWrite(readsWhileWritePending = "serve-stale")
        RouteLocator orderRoutes() {
            return () -> Flux.just(route("a", List.of()));
        }
    }
}
