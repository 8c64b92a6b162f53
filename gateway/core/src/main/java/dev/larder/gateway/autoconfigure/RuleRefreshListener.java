package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleSource;
import dev.larder.gateway.rule.RuleVersion;
import dev.larder.gateway.rule.RuleVersions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.cloud.context.scope.refresh.RefreshScopeRefreshedEvent;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.Ordered;

/**
 * Puts the rules of the environment in force when the application's configuration is refreshed, by Spring Cloud Config or {@code
 * /actuator/refresh}. Runs before the gateway reads its routes again, whose filters may name new rules.
 */
final class RuleRefreshListener implements SmartApplicationListener {

    private static final Logger log = LoggerFactory.getLogger(RuleRefreshListener.class);
    private static final String LARDER = "larder.";

    private final RuleReload reload;
    private final RuleVersions versions;

    RuleRefreshListener(RuleReload reload, RuleVersions versions) {
        this.reload = reload;
        this.versions = versions;
    }

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> type) {
        return EnvironmentChangeEvent.class.isAssignableFrom(type)
                || RefreshScopeRefreshedEvent.class.isAssignableFrom(type);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof EnvironmentChangeEvent change) {
            List<String> others = change.getKeys().stream()
                    .filter(key -> key.startsWith(LARDER) && !key.startsWith(RuleExtension.RULES))
                    .sorted()
                    .toList();
            if (!others.isEmpty()) {
                log.warn("Only larder.rules changes while the gateway runs. At its next start it reads {}.", others);
            }
        } else {
            refresh();
        }
    }

    private void refresh() {
        try {
            int before = versions.current().number();
            RuleVersion now = versions.install(reload.refreshed(), RuleSource.REFRESH, Optional.empty());
            if (now.number() != before) {
                log.info("The refreshed rules are in force as version {}: {}.", now.number(), now.changes());
            }
        } catch (RefusedRulesException refused) {
            versions.refused(RuleSource.REFRESH, String.valueOf(refused.getMessage()));
            log.error("The refreshed rules are refused, and the old ones stay. {}", refused.getMessage());
        } catch (RuntimeException fault) {
            versions.refused(RuleSource.REFRESH, "they could not be put in force: " + fault);
            log.error("The refreshed rules could not be put in force, and the old ones stay.", fault);
        }
    }
}
