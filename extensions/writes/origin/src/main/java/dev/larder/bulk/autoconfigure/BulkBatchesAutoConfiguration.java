package dev.larder.bulk.autoconfigure;

import dev.larder.bulk.BulkBatches;
import dev.larder.bulk.jdbc.JdbcBulkBatches;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Remembers batches in the application's database, if there is one. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass(JdbcOperations.class)
@ConditionalOnSingleCandidate(JdbcOperations.class)
@ConditionalOnMissingBean(BulkBatches.class)
public class BulkBatchesAutoConfiguration {

    @Bean
    @ConditionalOnSingleCandidate(PlatformTransactionManager.class)
    BulkBatches larderBulkBatches(
            JdbcOperations jdbc, PlatformTransactionManager transactions, ObjectProvider<JsonMapper> mapper) {
        return new JdbcBulkBatches(
                jdbc,
                new TransactionTemplate(transactions),
                mapper.getIfAvailable(JsonMapper::shared),
                Clock.systemUTC());
    }
}
