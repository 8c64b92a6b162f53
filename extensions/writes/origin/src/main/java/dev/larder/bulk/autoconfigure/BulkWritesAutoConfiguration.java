package dev.larder.bulk.autoconfigure;

import dev.larder.bulk.content.BatchLimits;
import dev.larder.bulk.content.BatchReader;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Supports batches as parameters of controllers, in servlet and in reactive applications. */
@AutoConfiguration(afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnWebApplication
@EnableConfigurationProperties(BulkProperties.class)
public class BulkWritesAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BatchReader larderBatchReader(ObjectProvider<JsonMapper> mapper, BulkProperties properties) {
        return new BatchReader(
                mapper.getIfAvailable(JsonMapper::shared),
                new BatchLimits(properties.maxItems(), properties.maxBytes().toBytes()));
    }

    @Bean
    BatchRefusalAdvice larderBatchRefusals() {
        return new BatchRefusalAdvice();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Servlet {

        @Bean
        WebMvcConfigurer larderBulkWritesMvc(BatchReader reader, ObjectProvider<MultipartResolver> forms) {
            // Otherwise Spring would treat every multipart content as a form, and read a batch before its controller
            // does.
            forms.stream()
                    .filter(StandardServletMultipartResolver.class::isInstance)
                    .forEach(
                            resolver -> ((StandardServletMultipartResolver) resolver).setStrictServletCompliance(true));
            return new WebMvcConfigurer() {
                @Override
                public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                    resolvers.add(new dev.larder.bulk.servlet.ServletBulkWritesResolver(reader));
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebFluxConfigurer.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class Reactive {

        @Bean
        WebFluxConfigurer larderBulkWritesFlux(BatchReader reader) {
            return new WebFluxConfigurer() {
                @Override
                public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
                    resolvers.addCustomResolver(new dev.larder.bulk.reactive.ReactiveBulkWritesResolver(reader));
                }
            };
        }
    }
}
