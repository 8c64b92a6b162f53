package dev.larder.dictionaries.autoconfigure;

import dev.larder.dictionaries.Dictionaries;
import dev.larder.dictionaries.DictionariesGatewayFilterFactory;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.ContentMemory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Adds the route filter {@code Dictionaries}. Remembers nothing until a route uses it. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties(DictionariesProperties.class)
public class DictionariesAutoConfiguration {

    @Bean
    @Lazy
    Dictionaries larderDictionaries(
            DictionariesProperties properties, LarderClock clock, ContentMemory.Account memory) {
        return new Dictionaries(properties.limits(), clock::nanos, memory);
    }

    @Bean
    @ConditionalOnMissingBean
    DictionariesGatewayFilterFactory dictionariesGatewayFilterFactory(
            ObjectProvider<Dictionaries> dictionaries, DictionariesProperties properties) {
        return new DictionariesGatewayFilterFactory(dictionaries::getObject, properties.requireHttps());
    }
}
