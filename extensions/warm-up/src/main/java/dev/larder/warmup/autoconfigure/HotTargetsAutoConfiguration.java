package dev.larder.warmup.autoconfigure;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.NamedStores;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.warmup.HotTargets;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;

/** Lists the hottest entries for the warm-up of other gateways: the view {@code hot} of the endpoint {@code larder}. */
@AutoConfiguration(after = {LarderAutoConfiguration.class, GatewayAutoConfiguration.class})
@ConditionalOnBean({RuleSet.class, RouteLocator.class})
public class HotTargetsAutoConfiguration {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Bean
    EndpointView larderHotTargetsView(NamedStores<ResponseVariants> stores, RouteLocator routes) {
        var hot = new HotTargets(
                stores.together()::contents,
                () -> routes.getRoutes().collectList().blockOptional(PATIENCE).orElse(List.of()));
        return new EndpointView("hot", hot::report);
    }
}
