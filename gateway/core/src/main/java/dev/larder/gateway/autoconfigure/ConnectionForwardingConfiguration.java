package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.connection.ConnectionForwarder;
import dev.larder.gateway.connection.FailedForwardingFilter;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitPath;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.http.client.OriginClient;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Configures forwarding at client connections. Imported, never found by a component scan. */
@Conditional(ForwardSetting.AtConnections.class)
class ConnectionForwardingConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ConnectionForwardingConfiguration.class);

    @Bean
    ConnectionForwarder.Parts larderConnectionForwarderParts(
            ExchangeServices services, CacheServices cache, OriginClient origins, LarderProperties properties) {
        return new ConnectionForwarder.Parts(services, cache, origins, properties.via());
    }

    @Bean
    @Conditional(AtEarliest.class)
    FailedForwardingFilter larderFailedForwarding(ObjectProvider<HttpClientProperties> client) {
        return new FailedForwardingFilter(
                client.getIfAvailable(HttpClientProperties::new).getResponseTimeout());
    }

    /** Matches if {@code larder.hit-path} allows that requests are carried out at their connections. */
    static final class AtEarliest implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return HitPathConfiguration.setting(context.getEnvironment()).earliest() == HitLevel.CONNECTION;
        }
    }

    @Bean
    @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
    ConnectionExchangesLifecycle larderConnectionExchanges(HitPath path) {
        return new ConnectionExchangesLifecycle(path);
    }

    @Bean
    SmartInitializingSingleton larderConnectionForwarding(
            HitPath path,
            ConnectionForwarder.Parts parts,
            ClientObstacle client,
            RuleSet rules,
            ListableBeanFactory beans) {
        return () -> {
            Optional<String> obstacle = client.why().get().or(() -> path.forwardBy(parts, beans));
            obstacle.ifPresent(why -> log.info("No request is forwarded at its connection: {}", why));
            if (obstacle.isPresent() && hasEarlyHints(rules)) {
                log.warn("No early hints are sent, although a rule says early-hints: {}", obstacle.get());
            }
        };
    }

    private static boolean hasEarlyHints(RuleSet rules) {
        return rules.names().stream()
                .flatMap(name -> rules.named(name).stream())
                .anyMatch(rule -> rule.handling().earlyHints());
    }
}
