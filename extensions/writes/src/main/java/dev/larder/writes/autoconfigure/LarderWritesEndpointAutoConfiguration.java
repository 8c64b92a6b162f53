package dev.larder.writes.autoconfigure;

import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.LarderOperatorsAutoConfiguration;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.actuate.LarderWritesEndpoint;
import dev.larder.writes.actuate.WritesPageSection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;

/** Adds the actuator endpoint {@code larderwrites} if it is exposed, and a section of the page, if a rule buffers writes. */
@AutoConfiguration(after = {LarderWritesAutoConfiguration.class, LarderOperatorsAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(LarderWritesAutoConfiguration.Holder.class)
@Conditional(OnBufferedWritesCondition.class)
public class LarderWritesEndpointAutoConfiguration {

    @Bean
    @Order(2)
    PageSection larderWritesSection(LarderWritesAutoConfiguration.Holder writeBehind) {
        WriteBehindService there = writeBehind.held().orElseThrow();
        return new WritesPageSection(there.buffer(), there.deliveries());
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderWritesEndpoint larderWritesEndpoint(
            LarderWritesAutoConfiguration.Holder writeBehind,
            Invalidator invalidator,
            ObjectProvider<WriteSettings> settings,
            OperatorActionGuard ordering) {
        WriteBehindService there = writeBehind.held().orElseThrow();
        return new LarderWritesEndpoint(
                there.buffer(),
                there.deliveries(),
                there,
                invalidator,
                LarderWritesAutoConfiguration.settings(settings).flushTimeout(),
                ordering);
    }
}
