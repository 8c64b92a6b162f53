package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.access.BadTokenFileException;
import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.actuate.access.OperatorHostNames;
import dev.larder.gateway.actuate.access.OperatorTokenRegistry;
import dev.larder.gateway.actuate.access.TokenFile;
import dev.larder.gateway.message.LarderClock;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of operator access, shared by endpoints, dashboard and remote procedures: permissions and rate limit. */
@AutoConfiguration(
        after = LarderAutoConfiguration.class,
        before = {LarderActuateAutoConfiguration.class, ManagementContextAutoConfiguration.class})
@ConditionalOnClass(ManagementContextAutoConfiguration.class)
@ConditionalOnBean(LarderClock.class)
@EnableConfigurationProperties(ActuateProperties.class)
public class LarderOperatorsAutoConfiguration {

    private static final String TOKEN_FILE = "larder.actuate.token-file";
    private static final String GOOD_FILE = TOKEN_FILE
            + "=/etc/larder/tokens, a file of mode 0600 with lines such as: deploy <token of 32 characters or more> purge";

    @Bean
    OperatorActionGuard larderOrdering(
            ActuateProperties properties, ObjectProvider<OperatorActionLimit> limit, LarderClock clock) {
        return new OperatorActionGuard(
                properties.writeEnabled(),
                limit.getIfAvailable(() -> new OperatorActionLimit(OperatorActionLimit.DEFAULT_PER_SECOND)),
                clock);
    }

    /** DNS rebinding cannot misuse a browser where requests must be authenticated, so any host name is allowed there. */
    @Bean
    OperatorHostNames larderEndpointHosts(
            ActuateProperties properties, OperatorTokenRegistry tokens, ApplicationContext context) {
        return tokens.areDemanded() || SpringSecurityDetector.isActive(context)
                ? OperatorHostNames.any()
                : OperatorHostNames.named(properties.hosts());
    }

    @Bean
    OperatorTokenRegistry larderTokens(ActuateProperties properties, ApplicationContext context) {
        Path file = properties.tokenFile();
        if (file == null) {
            return OperatorTokenRegistry.notDemanded();
        }
        PropertyChecks.that(
                !SpringSecurityDetector.isActive(context),
                TOKEN_FILE,
                file,
                "Spring Security is present and uses the same field Authorization",
                TOKEN_FILE + " nowhere, and rules of Spring Security for /actuator/larder*/** and /larder/**");
        try {
            return TokenFile.read(file);
        } catch (BadTokenFileException bad) {
            throw new InvalidPropertyException(TOKEN_FILE, file.toString(), bad.why(), GOOD_FILE);
        }
    }
}
