package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.CollapsedFetches;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.http.ClientShares;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures what all exchanges share. Imported, never found by a component scan. */
class ExchangeConfiguration {

    /** The heap divided by this is available for responses that are recorded, or read from the store, and not handed to connections. */
    private static final int CONTENT_SHARE = 8;

    @Bean
    CollapsedFetches larderCollapsedFetches(ResponseStore responseStore, FetchClaims claims) {
        return new CollapsedFetches(
                CollapsedFetches.MAX_FETCHES,
                CollapsedFetches.UNSHAREABLE_RETENTION,
                responseStore::isShareable,
                claims);
    }

    @Bean
    @ConditionalOnMissingBean
    ContentMemory.Account larderContentMemory(LimitsProperties limits, ClientAddresses clients) {
        long memory = Runtime.getRuntime().maxMemory() / CONTENT_SHARE;
        return new ContentMemory.Account(new ClientShares(memory, limits.ofOneAddress(memory)), clients);
    }

    @Bean
    ExchangeServices larderExchangeServices(
            ResponseStore store,
            CollapsedFetches fetches,
            OriginTags originTags,
            CacheLimits limits,
            ExchangeExtensions extensions,
            ExchangeReporter reporter) {
        return new ExchangeServices(
                store, fetches, originTags, limits, extensions.events(), extensions.pendingWrites(), reporter);
    }

    @Bean
    ExchangeReporter larderReporter(
            LarderProperties properties, RecentMisses misses, TrafficMetrics traffic, LarderClock clock) {
        return new ExchangeReporter(
                traffic, misses, Optional.ofNullable(properties.statusHeader()).map(StatusHeader::new), clock);
    }

    @Bean
    @ConditionalOnMissingBean
    FetchClaims larderClaims() {
        return FetchClaims.ALONE;
    }
}
